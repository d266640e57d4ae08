"""Packs: reading folders of records, clashes, and the version of the rules."""

from pathlib import Path

import pytest

from arbitro.content.errors import ContentError, Problem
from arbitro.content.packs import Pack, merge, read_pack
from arbitro.content.shape import Record


class Item(Record, frozen=True, kw_only=True):
    id: str
    hands: int = 1


class Profile(Record, frozen=True, kw_only=True):
    id: str
    items: tuple[str, ...] = ()


KINDS: dict[str, type] = {"items": Item, "profiles": Profile}
HEADER = 'id: {id}\nname: "Il libro"\nname_en: "The book"\nversion: "1"\nruleset: {game}\n'


def write(folder: Path, **files: str) -> Path:
    """A pack; `items_2` becomes items-2.yaml."""
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(HEADER.format(id=folder.name, game="gioco"), encoding="utf-8")
    for stem, text in files.items():
        (folder / f"{stem.replace('_', '-')}.yaml").write_text(text, encoding="utf-8")
    return folder


def refused(folder: Path) -> tuple[Problem, ...]:
    with pytest.raises(ContentError) as caught:
        read_pack(folder, KINDS)
    return caught.value.problems


def test_records_come_by_kind_and_id_with_their_places(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "book",
        items="items:\n  - {id: spada}\n  - {id: ascia, hands: 2}\n",
        items_2="items:\n- {id: arco}\n",
        profiles="profiles:\n- id: orco\n  items: [ascia, clava]\n",
    )
    (folder / "README.md").write_text("not a record")
    pack = read_pack(folder, KINDS)
    assert (pack.info.id, pack.info.title("it"), pack.info.title("en"), pack.info.ours) == (
        "book",
        "Il libro",
        "The book",
        False,
    )
    assert list(pack.records["items"]) == ["arco", "spada", "ascia"]  # items-2.yaml stands before items.yaml
    assert pack.records["items"]["ascia"] == Item(id="ascia", hands=2)
    source = pack.sources["items"]["ascia"]
    assert source.place == (3, 5) and str(source) == f"{folder / 'items.yaml'}:3"
    problem = pack.sources["profiles"]["orco"].problem(("items", 1), "manca", "missing", "ascia")
    assert (problem.line, problem.column, problem.path) == (3, 18, "profiles[orco].items[2]")


def test_a_pack_may_lack_kinds(tmp_path: Path) -> None:
    pack = read_pack(write(tmp_path / "p"), KINDS)
    assert pack.records == {"items": {}, "profiles": {}}


def test_a_repeated_id_names_both_places(tmp_path: Path) -> None:
    folder = write(tmp_path / "p", items="items:\n- {id: a}\n- {id: a}\n", items_b="items:\n- {id: a}\n")
    first, second = refused(folder)
    assert (first.file, first.line, first.column) == (str(folder / "items.yaml"), 2, 8)
    assert (second.file, second.line) == (str(folder / "items.yaml"), 3)
    for problem in (first, second):
        assert f"{folder / 'items-b.yaml'}:2" in problem.message_en


def test_the_faults_of_all_files_are_told_together(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "p",
        items="items:\n- {id: a, hnds: 2}\n",
        profiles="profiles: [\n",
        itms="items: []\n",
    )
    (folder / "pack.yaml").write_text("id: p\nname: x\n")
    told = {Path(p.file).name: p for p in refused(folder)}
    assert list(told) == ["pack.yaml", "items.yaml", "itms.yaml", "profiles.yaml"]
    assert told["items.yaml"].suggestion == "hands"
    assert told["itms.yaml"].suggestion == "items.yaml"
    assert "ruleset" in told["pack.yaml"].message_en


@pytest.mark.parametrize(
    ("text", "line", "suggestion"),
    [
        ("itms:\n- {id: a}\n", 1, "items"),
        ("items: []\nextra: 1\n", 2, ""),
        ("- {id: a}\n", 1, ""),
        ("items: 3\n", 1, ""),
    ],
)
def test_a_file_holds_the_key_it_is_named_after(tmp_path: Path, text: str, line: int, suggestion: str) -> None:
    (problem,) = refused(write(tmp_path / "p", items=text))
    assert (problem.line, problem.suggestion) == (line, suggestion)


def test_no_file_is_left_out_in_silence(tmp_path: Path) -> None:
    folder = write(tmp_path / "p", items="items: []\n")
    (folder / "more").mkdir()
    (folder / "more" / "items.yaml").write_text("items: []\n")
    (folder / "profiles.yml").write_text("profiles: []\n")
    assert [p.message_en for p in refused(folder)] == [
        "all files of a pack stand in its folder",
        "the name must end in .yaml",
    ]


def test_a_folder_without_a_header_is_no_pack(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path)
    assert problem.file.endswith("pack.yaml") and "does not exist" in problem.message_en


def packs(tmp_path: Path, first: str, second: str) -> list[Pack]:
    return [
        read_pack(write(tmp_path / "book", items=first), KINDS),
        read_pack(write(tmp_path / "house", items=second), KINDS),
    ]


def test_packs_add_up_in_the_given_order(tmp_path: Path) -> None:
    content = merge(packs(tmp_path, "items:\n- {id: b}\n", "items:\n- {id: a}\n"))
    assert list(content.records["items"]) == ["b", "a"]
    assert [info.id for info in content.packs] == ["book", "house"]
    assert content.sources["items"]["a"].place == (2, 3)


def test_clashes_between_packs_name_both_places(tmp_path: Path) -> None:
    both = packs(tmp_path, "items:\n- {id: a}\n", "items:\n- {id: b}\n- {id: a}\n")
    with pytest.raises(ContentError) as caught:
        merge(both)
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == (str(tmp_path / "house" / "items.yaml"), 3)
    assert f"{tmp_path / 'book' / 'items.yaml'}:2" in problem.message_en


def test_packs_of_two_games_and_a_pack_twice_do_not_go_together(tmp_path: Path) -> None:
    first, second = packs(tmp_path, "items: []\n", "items: []\n")
    folder = tmp_path / "house"
    (folder / "pack.yaml").write_text(HEADER.format(id="house", game="altro"), encoding="utf-8")
    with pytest.raises(ContentError, match='the pack is for "altro", "book" is for "gioco"'):
        merge([first, read_pack(folder, KINDS)])
    with pytest.raises(ContentError, match="two packs have this id"):
        merge([first, second, first])


def test_the_rules_version_follows_the_contents_alone(tmp_path: Path) -> None:
    text = "items:\n- {id: a}\n"
    one = read_pack(write(tmp_path / "p", items=text), KINDS)
    (tmp_path / "p" / "items.yaml").write_bytes(text.replace("\n", "\r\n").encode())
    windows = read_pack(tmp_path / "p", KINDS)
    elsewhere = tmp_path / "q"
    write(elsewhere, items=text)
    (elsewhere / "pack.yaml").write_bytes((tmp_path / "p" / "pack.yaml").read_bytes())
    assert one.digest == windows.digest == read_pack(elsewhere, KINDS).digest
    changed = read_pack(write(tmp_path / "p", items=text.replace("a", "b")), KINDS)
    assert changed.digest != one.digest
    assert merge([one]).rules_version == merge([windows]).rules_version != merge([changed]).rules_version
    assert len(merge([one]).rules_version) == 32
