"""Where dice come from: a secret, a script, a person's hand."""
