"""The quick way through a YAML file: the events of libyaml, thirteen times as fast as those of `yamlsyntax`.

The two read nearly all texts alike. Where they might not, or where anything is odd, nothing is read here, and the
caller goes the other way: it alone decides what is refused, and with which words.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

_ODD: Final = re.compile(
    "[\0\t\r\x85\u2028\u2029\ufeff]"  # white space that one of the two takes for something else
    r"|[|>][-+0-9]*#"  # a comment that touches the sign of a block
    r"|^(?:---|\.\.\.|%)"  # signs of documents, directives
    r"|(?:^|[\[{,])[ -]*\?"  # keys of many words
    r"""|["']:\S""",  # JSON without spaces
    re.MULTILINE,
)


class Odd(Exception):
    """The text is to be read the other way."""


def events(text: str) -> Iterator[Any]:
    """Parser events of ``text``, one at a time. Raises Odd, or whatever libyaml raises."""
    if _ODD.search(text) or not yaml.__with_libyaml__:
        raise Odd
    before: Any = None
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if getattr(event, "tag", None) is not None or getattr(event, "anchor", None) is not None:
            raise Odd
        if isinstance(event, yaml.ScalarEvent):
            if isinstance(before, yaml.DocumentStartEvent):
                raise Odd  # the whole file is one text
            event.style = event.style or None  # as the other says that there are no quotes
            if event.style is None and not event.value:
                raise Odd  # an empty value stands elsewhere there
        yield event
        before = event
