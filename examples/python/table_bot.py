"""A bot for the live protocol: sits down with the secret of a seat and answers with the first choice it finds.

.venv/bin/python examples/python/table_bot.py "http://127.0.0.1:8750/g/GAME#k=SECRET"

The protocol is described in docs/live.md.
"""

import json
import re
import sys
from typing import Any

from websockets.sync.client import ClientConnection, connect


class Bot:
    """A seat at a table."""

    def __init__(self, table: ClientConnection, secret: str) -> None:
        self.table = table
        self.questions: list[Any] = []
        self.over = ""
        self.send(type="hello", token=secret, lang="en")

    def send(self, **message: Any) -> None:
        """Say something."""
        self.table.send(json.dumps(message))

    def hear(self) -> Any:
        """The next message; questions and the end of the battle are remembered, the journal is printed."""
        heard = json.loads(self.table.recv())
        self.questions = heard.get("questions") or ([] if "questions" in heard else self.questions)
        self.over = (heard.get("table") or {}).get("over", self.over)
        for entry in heard.get("journal", ()):
            print(entry["text"])
        return heard

    def play(self) -> None:
        """Answer whatever is asked until the battle is over; whoever is late hears of the question anew."""
        asked = None
        while not self.over:
            question = next((one for one in self.questions if not one["free"]), None)
            if question is None or question["decision"] == asked:
                self.hear()
                continue
            asked = question["decision"]
            about = {"decision": asked, "seat": question["seat"]}
            self.send(type="answer", re=1, value=self.value(question["form"], about), **about)

    def value(self, form: Any, about: dict[str, Any]) -> Any:
        """The first option of every branch of a tree, the default of any other form."""
        if form["kind"] != "tree":
            return form["default"]
        path, branch = [], form["branch"]
        while branch is not None:
            path.append(branch["options"][0]["key"])
            self.send(type="grow", re=2, path=path, **about)
            while (heard := self.hear()).get("re") != 2:
                pass
            branch = heard.get("branch")  # a refusal has none: the question has changed
        return path


def main(link: str) -> None:
    """Play the battle of a link."""
    found = re.fullmatch(r"http(s?://[^/]+)/g/([^#]+)#k=(.+)", link)
    if found is None:
        sys.exit("a link such as http://127.0.0.1:8750/g/GAME#k=SECRET is needed")
    with connect(f"ws{found[1]}/api/games/{found[2]}/live", max_size=None) as table:
        Bot(table, found[3]).play()


if __name__ == "__main__":
    main(sys.argv[1])
