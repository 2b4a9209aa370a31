"""How words, numbers and templates become trees: `fill` is the stage; Jinja2 lives here and nowhere else."""
