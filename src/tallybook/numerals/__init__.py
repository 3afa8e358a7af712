"""Reading numerals exactly, in prose and in prints, and deciding when two of them agree. Nothing here is a
float."""
