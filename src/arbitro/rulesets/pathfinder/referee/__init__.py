"""The referee's desk of Pathfinder: an encounter that a person runs with the rules at hand (`arbitro.content.desk`).

There is no board here: nobody's place counts, and what it would say of cover, flanking or range the referee adds as a
number. `joining` puts an encounter together, `counts`, `fighting`, `caring` and `keeping` are the commands, carried
out with the rule code of this game, `reminders` computes what the rules want next, `veil` keeps secrets, `screen` shows
it all, `edits` overrules, and `desk` is what the rest of the program holds.
"""
