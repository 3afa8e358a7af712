"""The ledger: every number of a page with what accounts for it. The rules of evidence are one file each;
their order stands in ``account``."""
