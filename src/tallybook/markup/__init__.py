"""One Markdown for everybody: the parser that renders a page also tells the ledger where its text stands."""
