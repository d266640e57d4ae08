"""The referee's desk of Cairn: an encounter that a person runs with the rules at hand (see `arbitro.content.desk`).

`joining` puts an encounter together, `orders` says which commands there are, `fighting`, `caring` and `keeping` carry
them out with the rule code of this game, `reminders` computes what the rules want next, `veil` keeps secrets, `screen`
shows it all, `edits` overrules, and `desk` is what the rest of the program holds.
"""
