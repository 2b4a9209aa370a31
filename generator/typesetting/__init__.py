"""How the elements of the vocabulary become marks: one module for each family of elements; `typeset` is the stage."""
