"""The rooms of the house in figures, which aims they miss, and the class names that are taken twice.

python tools/house.py            the package as it is
python tools/house.py REVISION   before and after: that git revision beside the package as it is
"""

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PACKAGE = "src/cornered"
MOST = {"in all": (27_500, 200), "web": (6000, 42)}
MODULE_LINES, FOLDER_MODULES = 350, 20
DIVIDED = "web", "arena"

House = dict[PurePosixPath, str]


def modules(checkout: Path) -> House:
    """The modules of the package, with their text."""
    folder = checkout / PACKAGE
    return {PurePosixPath(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.py")}


def modules_at(revision: str) -> House:
    """The modules of the package as they were."""
    archive = subprocess.check_output(["git", "archive", revision, PACKAGE], cwd=ROOT)
    with TemporaryDirectory() as folder:
        subprocess.run(["tar", "--extract", "--directory", folder], input=archive, check=True)
        return modules(Path(folder))


def rooms(house: House) -> dict[str, House]:
    """The modules by room: each top folder, and each folder of those that are divided further."""
    found: dict[str, House] = defaultdict(dict)
    for path, text in house.items():
        folders = path.parts[:-1]
        found[folders[0] if folders else "(top)"][path] = text
        if len(folders) > 1 and folders[0] in DIVIDED:
            found["/".join(folders[:2])][path] = text
    return found


def lines(text: str) -> int:
    """How many lines a text has."""
    return text.count("\n")


def public_names(text: str) -> set[str]:
    """The names that a module defines for others."""
    names: set[str] = set()
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Assign():
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return {name for name in names if not name.startswith("_")}


def figures(room: House) -> list[str]:
    """Files, lines, the largest module and public names of a room, as cells of a table."""
    if not room:
        return ["0", "0", "", "0"]
    size, largest = max((lines(text), path.name) for path, text in room.items())
    public = sum(len(public_names(text)) for text in room.values())
    return [f"{len(room):,}", f"{sum(map(lines, room.values())):,}", f"{largest} {size}", f"{public:,}"]


def table(house: House, before: House | None) -> Iterator[str]:
    """The figures of every room, in Markdown."""
    yield "| room | files | lines | largest module | public names |"
    yield "|---|---|---|---|---|"
    now, past = rooms(house), rooms(before or {})
    for name in [*sorted(now | past), "in all"]:
        cells = figures(house if name == "in all" else now.get(name, {}))
        if before:
            were = figures(before if name == "in all" else past.get(name, {}))
            cells = [" → ".join(dict.fromkeys(pair)) for pair in zip(were, cells, strict=True)]
        yield f"| {name} | {' | '.join(cells)} |"


def missed(house: House) -> Iterator[str]:
    """A sentence for each aim that the house misses."""
    for name, (most_lines, most_files) in MOST.items():
        room = house if name == "in all" else rooms(house)[name]
        size = sum(map(lines, room.values()))
        if size > most_lines or len(room) > most_files:
            yield f"{name}: {size:,} lines in {len(room)} files, at most {most_lines:,} in {most_files}."
    for folder, modules in Counter(path.parent for path in house if path.stem != "__init__").items():
        if modules > FOLDER_MODULES:
            yield f"{folder}/ has {modules} modules, at most {FOLDER_MODULES}."
    for (room, stem), times in Counter((path.parts[0], path.stem) for path in house).items():
        if times > 1 and stem != "__init__":
            yield f"{room}/ has {times} modules {stem}.py."
    for path, text in house.items():
        if lines(text) > MODULE_LINES:
            yield f"{path} has {lines(text)} lines, at most {MODULE_LINES}."


def classes_taken_twice(house: House) -> Iterator[str]:
    """The class names that several modules define, with those modules."""
    taken: dict[str, list[str]] = defaultdict(list)
    for path, text in sorted(house.items()):
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef):
                taken[node.name].append(str(path))
    for name, modules in sorted(taken.items()):
        if len(modules) > 1:
            yield f"class {name}: {', '.join(modules)}"


if __name__ == "__main__":
    house = modules(ROOT)
    print(*table(house, modules_at(sys.argv[1]) if sys.argv[1:] else None), sep="\n")
    print("", *missed(house), *classes_taken_twice(house), sep="\n")
