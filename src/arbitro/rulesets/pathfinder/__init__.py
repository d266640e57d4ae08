"""Pathfinder, first edition: the combat chapter on the grid.

Where things go, from the ground up:

- ``shapes`` what records look like, ``content`` packs and their checks, ``setup`` and ``scenario`` the first state;
- ``state`` rows, ``events`` all that writes them, ``subjects`` what windows are about;
- ``lookups arms ground sight threat numbers`` what is so: conditions, weapons, squares, lines, reach, every number.
  A number of the book is a `Given` of its query in ``numbers``; what records add by bonus type stacks with it;
- ``saves harm attacks`` what follows from a blow; ``verbs facts vocabulary`` what records may say;
- ``deeds`` the registry of actions: a chapter (``moves``, ``strikes``, ``timing`` ...) registers each of its actions
  with ``@deed(name, cost, rules, offered=, grow=, provokes=)`` and a flow ``run(game, it, path)``; `turn.CHAPTERS`
  imports it; ``messages`` needs ``word.action.NAME``. What costs ``attack`` may stand in for one attack of several;
- ``spellbook`` what can be cast, ``metamagic`` how it is changed and how long it takes, ``concentration`` what disturbs
  it, ``areas`` whom it reaches, ``magic`` casting, ``workings`` what comes of it, ``charges`` touches, ``countering
  sustaining`` what undoes, keeps up and redirects spells, ``walls summoning flying`` what they bring on the board or
  into the air, ``at_once`` immediate spells, ``using`` potions, oils, wands, staves and scrolls;
- ``saddle`` what is so in the saddle, ``riding`` what riders do and make their mounts do (both act in the rider's turn,
  each with its own actions), ``charging`` charges on foot and mounted, ``unhorsing`` falls;
- ``paths`` where a creature gets and who may strike on the way, ``going`` the way there square by square, ``ways`` over
  others straight on, and what options tell of it, ``menaces`` what single creatures do, ``herding`` beasts
  without riders, ``secrecy`` what a side does not hear;
- ``opportunities`` attacks of opportunity and readied actions as interruptions, ``turn`` the Steps of a battle;
- ``tactics`` what a computer values, ``stage scene picture words`` what people see, ``skirmish`` random battles.
"""

from arbitro.rulesets.pathfinder.ruleset import RULESET

__all__ = ["RULESET"]
