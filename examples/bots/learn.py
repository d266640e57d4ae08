"""An agent that learns which actions to like, by playing against random answers; about a minute.

.venv/bin/python examples/bots/learn.py [BATTLE.yaml] [GENERATIONS]

Its whole mind is a weight for each word of an answer ("melee", "move", "attack", "pass" ...) and one for larger dice.
Each generation tries a few minds near the best one and keeps what wins most (docs/learning.md).
"""

import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from arbitro.players.learning import env

AMBUSH = Path(__file__).resolve().parents[1] / "crepuscolo" / "agguato-al-guado.yaml"
TRIES, EPISODES, STEP = 3, 4, 1.0
LONGEST = 400
"""Decisions after which a battle counts as a draw."""


def words(answer):
    """The words of an answer, without names such as a1 and CDC-EQ-22; dice are one word, as often as they are large."""
    if isinstance(answer, tuple):
        return [word for part in answer for word in words(part)]
    if isinstance(answer, str):
        return [] if any(letter.isdigit() for letter in answer) else [answer]
    return ["die"] * answer if isinstance(answer, int) and answer <= 20 else []


def choose(mind, answers, rng):
    """The answer that it likes best, any one among equals; a mind that knows nothing plays at random."""
    liking = [sum(mind[word] for word in words(answer)) for answer in answers]
    return int(rng.choice([number for number, liked in enumerate(liking) if liked == max(liking)]))


def play(battle, mind, seed):
    """The reward of one battle against random answers; it plays each side in turn."""
    battle.reset(seed=seed)
    mine, rng = battle.possible_agents[seed % 2], np.random.default_rng(seed)
    for agent in battle.agent_iter():
        _, reward, over, cut, info = battle.last()
        if agent == mine and (over or cut):
            return reward
        if over or cut:
            battle.step(None)
        elif agent == mine:
            battle.step(choose(mind, info["answers"], rng))
        else:
            battle.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    return 0.0


def near(mind, rng):
    """A mind like another one, with the weight of every word it has met a little off."""
    return defaultdict(float, {word: mind[word] + rng.normal(0, STEP) for word in sorted(mind)})


def learn(battle, generations, rng):
    """The best mind that so many generations find."""
    best = defaultdict(float)
    play(battle, best, 0)  # it meets the words
    for generation in range(generations):
        seeds = [int(seed) for seed in rng.integers(0, 10**6, EPISODES)]
        minds = [best, *(near(best, rng) for _ in range(TRIES))]
        worth = [sum(play(battle, mind, seed) for seed in seeds) for mind in minds]
        best = minds[int(np.argmax(worth))]
        print(f"generation {generation + 1}: {max(worth) / EPISODES:+.2f} a battle", flush=True)
    return best


def main():
    """Learn, and compare with a mind that knows nothing."""
    battle = env(Path(sys.argv[1]) if len(sys.argv) > 1 else AMBUSH, answers=64, max_cycles=LONGEST)
    mind = learn(battle, int(sys.argv[2]) if len(sys.argv) > 2 else 6, np.random.default_rng(1))
    for name, one in (("knows nothing", defaultdict(float)), ("has learnt", mind)):
        rewards = [play(battle, one, 10**7 + seed) for seed in range(6)]
        print(f"{name}: {np.mean(rewards):+.2f} a battle (1 won, -1 lost)")
    print("likes most: " + ", ".join(sorted(mind, key=mind.__getitem__, reverse=True)[:5]))


if __name__ == "__main__":
    main()
