"""A bot in thirty lines: it strikes when it can, the weakest enemy first, and walks towards the others.

arbitro play examples/crepuscolo/alla-fontana.yaml --side b=quick --bot a=".venv/bin/python examples/bots/thirty.py"

It reads a question a line and answers with the number of one of the answers listed in it (docs/bots.md).
"""

import json
import sys

LIKED = ("melee", "attack", "shot", "advance", "power", "move", "run")


def liking(answer, figures):
    """The smaller the better: what kind of action it is, and how much life its target has left."""
    words = answer if isinstance(answer, list) else [answer]
    kind = next((place for place, word in enumerate(LIKED) if word in words), len(LIKED))
    aims = [figures[word] for word in words[2:] if isinstance(word, str) and word in figures]
    life = min((aim.get("life", aim.get("pf", 0) + aim.get("forza", 0)) for aim in aims), default=99)
    dice = [word for word in words if isinstance(word, int)]
    return kind, life, -max(dice, default=0)


for line in sys.stdin:
    heard = json.loads(line)
    if heard["type"] == "ask":
        answers, figures = heard["answers"], heard["view"].get("figures", {})
        best = min(range(len(answers)), key=lambda number: liking(answers[number], figures))
        pick = best if heard["kind"] == "action" else answers.index(heard["default"])
        print(json.dumps({"decision": heard["decision"], "pick": pick}), flush=True)
