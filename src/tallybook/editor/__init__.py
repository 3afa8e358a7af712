"""A language server: findings, evidence, completion and quick fixes in any editor that speaks LSP."""
