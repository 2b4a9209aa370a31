"""The kit while it is worked on: built again at every save, in a terminal (`watch`) or on a page (`serve`)."""
