"""Packs: folders of records. This part knows no game; a ruleset says which kinds of records its packs hold.

A pack is a folder with `pack.yaml` and files named after the kinds: `items.yaml` (or `items-anything.yaml`) holds
one key `items` with a list of records, each with its own `id`.
"""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from arbitro.content.errors import ContentError, Lang, Problem, nearest, raise_if_any
from arbitro.content.shape import Record, check, check_records
from arbitro.content.shapewords import NAME
from arbitro.content.yamlfile import DataPath, Document, Place, load

PACK_FILE: Final = "pack.yaml"


class PackInfo(Record, frozen=True, kw_only=True):
    """What `pack.yaml` says; `ours` is true for what the project invented itself."""

    id: Annotated[str, msgspec.Meta(pattern=NAME)]
    name: str
    name_en: str
    version: str
    ruleset: str
    license: str = ""
    ours: bool = False
    description: str = ""
    description_en: str = ""

    def title(self, lang: Lang) -> str:
        """The pack's name in a language."""
        return self.name if lang == "it" else self.name_en


class Source(NamedTuple):
    """Where a record stands, to tell faults that only its ruleset can see."""

    document: Document
    path: DataPath

    @property
    def place(self) -> Place:
        """Line and column of the record."""
        return self.document.where(self.path)

    def __str__(self) -> str:
        return f"{self.document.file}:{self.place.line}"

    def problem(self, below: DataPath, it: str, en: str, suggestion: str = "", *, key: bool = False) -> Problem:
        """A problem of the value at `below` inside the record (or of its key)."""
        return self.document.problem((*self.path, *below), it, en, suggestion, key=key)


class Pack(msgspec.Struct, frozen=True):
    """One pack: records and their sources by kind and id, in the order of the files; `digest` of all its files."""

    info: PackInfo
    records: dict[str, dict[str, Any]]
    sources: dict[str, dict[str, Source]]
    digest: str
    header: Document


class Content(msgspec.Struct, frozen=True):
    """Several packs as one; `rules_version` changes when any file of them does."""

    packs: tuple[PackInfo, ...]
    records: dict[str, dict[str, Any]]
    sources: dict[str, dict[str, Source]]
    rules_version: str


def read_pack(folder: Path, kinds: Mapping[str, type[Any]]) -> Pack:
    """Read a pack; `kinds` maps each kind (the name of its files and of their key) to its record type.

    Raises ContentError with every fault of every file.
    """
    header = load(folder / PACK_FILE)
    info, problems = check(header, PackInfo)
    documents = [header]
    records: dict[str, dict[str, Any]] = {kind: {} for kind in kinds}
    sources: dict[str, dict[str, Source]] = {kind: {} for kind in kinds}
    for path in _files(folder):
        kind = path.stem.partition("-")[0]
        if path.suffix != ".yaml" or path.parent != folder or kind not in kinds:
            problems.append(_stray(folder, path, kind, kinds))
            continue
        try:
            document = load(path)
        except ContentError as error:
            problems += error.problems
            continue
        documents.append(document)
        problems += _read_kind(document, kind, kinds[kind], records[kind], sources[kind])
    raise_if_any(problems)
    assert info is not None
    return Pack(info, records, sources, _digest(documents), header)


def merge(packs: Iterable[Pack]) -> Content:
    """Several packs of one ruleset as one, in the given order. Raises ContentError when ids clash."""
    packs = tuple(packs)
    problems: list[Problem] = []
    records: dict[str, dict[str, Any]] = {}
    sources: dict[str, dict[str, Source]] = {}
    for pack in packs:
        for kind, of_kind in pack.records.items():
            known = sources.setdefault(kind, {})
            for id_, source in pack.sources[kind].items():
                if id_ in known:
                    problems.append(_repeated(source, id_, str(known[id_])))
            records.setdefault(kind, {}).update(of_kind)
            known.update(pack.sources[kind])
    problems += _same_ruleset(packs)
    raise_if_any(problems)
    version = blake2b(digest_size=16)
    for pack in packs:
        version.update(f"{pack.info.id} {pack.digest}\n".encode())
    return Content(tuple(pack.info for pack in packs), records, sources, version.hexdigest())


def _files(folder: Path) -> list[Path]:
    """The pack's YAML files besides its header, in an order that is the same on every machine."""
    found = [path for path in folder.rglob("*") if path.suffix in (".yaml", ".yml") and path != folder / PACK_FILE]
    visible = [path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    return sorted(visible, key=lambda path: path.relative_to(folder).as_posix())


def _stray(folder: Path, path: Path, kind: str, kinds: Mapping[str, type[Any]]) -> Problem:
    """A YAML file that would be silently left out."""
    if path.parent != folder:
        it, en = "i file di un pacchetto stanno tutti nella sua cartella", "all files of a pack stand in its folder"
    elif path.suffix != ".yaml":
        it, en = "il nome deve finire in .yaml", "the name must end in .yaml"
    else:
        names = ", ".join(kinds)
        it = f"nome sconosciuto: un file si chiama come ciò che contiene ({names})"
        en = f"unknown name: a file is called after what it holds ({names})"
    near = "" if kind in kinds else nearest(kind, kinds)
    return Problem(str(path), 0, 0, "", it, en, f"{near}.yaml" if near else "")


def _read_kind(
    document: Document, kind: str, shape: type[Any], records: dict[str, Any], sources: dict[str, Source]
) -> list[Problem]:
    """Add one file's records to those of its kind; the faults found."""
    problems = _top_keys(document, kind)
    if problems:
        return problems
    good, problems = check_records(document, shape, (kind,))
    for index, record in good.items():
        source = Source(document, (kind, index))
        if record.id in sources:
            problems.append(_repeated(source, record.id, str(sources[record.id])))
        else:
            records[record.id] = record
            sources[record.id] = source
    return problems


def _top_keys(document: Document, kind: str) -> list[Problem]:
    data = document.data
    it, en = f"questo file contiene una sola chiave, «{kind}:»", f'this file holds one key only, "{kind}:"'
    if not isinstance(data, dict) or kind not in data:
        near = nearest(kind, [*data]) if isinstance(data, dict) else ""
        return [document.problem((near,) if near else (), it, en, kind if near else "", key=bool(near))]
    return [document.problem((key,), it, en, key=True) for key in data if key != kind]


def _repeated(source: Source, id_: str, first: str) -> Problem:
    return source.problem(
        ("id",),
        f"l'id «{id_}» c'è già ({first}): ogni id è unico, cambiane uno",
        f'the id "{id_}" is there already ({first}): each id is unique, change one of them',
    )


def _same_ruleset(packs: tuple[Pack, ...]) -> list[Problem]:
    """A problem for each pack that is not of the first one's game, or that is given twice."""
    problems = []
    seen: dict[str, None] = {}
    for pack in packs:
        info, first = pack.info, packs[0].info
        if info.ruleset != first.ruleset:
            it = f"il pacchetto è per «{info.ruleset}», «{first.id}» è per «{first.ruleset}»: non vanno insieme"
            en = f'the pack is for "{info.ruleset}", "{first.id}" is for "{first.ruleset}": they do not go together'
            near = nearest(info.ruleset, [first.ruleset])
            problems.append(pack.header.problem(("ruleset",), it, en, near))
        if info.id in seen:
            it, en = "due pacchetti hanno questo id: cambiane uno", "two packs have this id: change one of them"
            problems.append(pack.header.problem(("id",), it, en))
        seen[info.id] = None
    return problems


def _digest(documents: Iterable[Document]) -> str:
    """A hash of names and contents, the same whichever line endings a checkout uses."""
    digest = blake2b(digest_size=16)
    for document in documents:
        text = document.raw.replace(b"\r\n", b"\n")
        digest.update(f"{Path(document.file).name} {len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()
