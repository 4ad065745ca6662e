"""Cost of a hostile file of 32 MB: seconds of processor time and memory, each in a process of its own?

    python -m benchmarks.bench_bad_input [KIND...]

Each kind is made here or in `crowded_drawings.py`; none may take more than 10 s or 500 MB. The seconds are those of the whole board, names
included, or those of the neighbours alone, whichever are more. The last column has the first fault.
"""

from __future__ import annotations

import base64
import gzip
import resource
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks import bench_compile_board, crowded_drawings

SIZE = 31 * 1024 * 1024
MOST_SECONDS, MOST_MEMORY = 10.0, 500.0
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 4000 3000">'
BOARD = (
    '<g inkscape:label="provinces"><path id="sea" data-type="sea" d="M0,0 H4000 V1500 H0 Z"/>'
    '<path id="wes" data-type="coast" d="M0,1500 H2000 V3000 H0 Z"/>'
    '<path id="eas" data-type="coast" d="M2000,1500 H4000 V3000 H2000 Z"/>%s</g>'
)


def _filled(before: str, part: Callable[[int], str], after: str, most: int = 10**9) -> bytes:
    parts, size, number = [before], len(before) + len(after), 0
    while size < SIZE and number < most:
        text = part(number)
        parts.append(text)
        size += len(text)
        number += 1
    return "".join((*parts, after)).encode()


def _fonts() -> bytes:
    font = base64.b64encode(bytes(range(256)) * 4400).decode()
    faces = "".join(f'@font-face{{font-family:f{each};src:url("data:font/woff;base64,{font}")}}' for each in range(20))
    return f"{HEAD}<style>{faces}</style>{BOARD % ''}</svg>".encode()


def _rules() -> bytes:
    board = BOARD.replace('id="sea"', 'id="sea" class="c7"') % ""
    return _filled(f"{HEAD}<style>", lambda at: f".c{at} .d{at % 7} {{ fill: #{at % 0xFFFFFF:06x} }}\n", f"</style>{board}</svg>")


def _points() -> bytes:
    end = f'Z"/></g>{BOARD % ""}</svg>'
    return _filled(f'{HEAD}<g inkscape:label="provinces"><path id="aaa" d="M0,0', lambda at: f" {at % 4000},{at * 7 % 3000}", end)


def _subpaths() -> bytes:
    end = f'"/></g>{BOARD % ""}</svg>'
    return _filled(f'{HEAD}<g inkscape:label="provinces"><path id="aaa" d="', lambda at: f"M{at % 4000},{at // 4000}h1v1z", end)


def _curves() -> bytes:
    end = f'Z"/></g>{BOARD % ""}</svg>'
    return _filled(f'{HEAD}<g inkscape:label="provinces"><path id="aaa" d="M0,0', lambda _at: "c1,1 2,2 3,3 -1,-1 -2,-2 -3,-3", end)


def _crumbs() -> bytes:
    blank = "x" * 90
    crumb = f'<path style="fill:none;{blank}" d="M3,3 h0.1 v0.1 z"/>'
    return _filled(f"{HEAD}{BOARD % ''}" + '<g inkscape:label="background">', lambda _at: crumb, "</g></svg>", 190_000)


def _among_provinces() -> bytes:
    return _filled(HEAD + BOARD.removesuffix("</g>") % "", lambda _at: '<path d="M3,3 h0.1 v0.1 z"/>', "</g></svg>", 190_000)


def _picture() -> bytes:
    image = f'<image width="400" height="300" href="data:image/png;base64,{"A" * SIZE}"/>'
    return f'{HEAD}<g inkscape:label="background">{image}</g></svg>'.encode()


def _packed() -> bytes:
    return gzip.compress(_crumbs(), 1)


def _nested() -> bytes:
    tower = "<g>" * 50 + '<path d="M1,1h1v1z"/>' + "</g>" * 50
    return _filled(f"{HEAD}{BOARD % ''}", lambda _at: tower, "</svg>", 3700)


def _deep() -> bytes:
    return (HEAD + "<g>" * (SIZE // 7) + "</g>" * (SIZE // 7) + "</svg>").encode()


def _clones() -> bytes:
    use = '<use href="#u39" id="aaa"/>'
    groups = '<g id="u0">' + '<path d="M0,0 L1,1 L2,0 Z"/>' * 50 + "</g>"
    groups += "".join(f'<g id="u{each}">' + f'<use href="#u{each - 1}"/>' * 50 + "</g>" for each in range(1, 40))
    return f"{HEAD}<defs>{groups}</defs>{BOARD % use}</svg>".encode()


def _transforms() -> bytes:
    end = f'"><path d="M0,0h9v9z"/></g>{BOARD % ""}</svg>'
    return _filled(f'{HEAD}<g inkscape:label="background" transform="', lambda _at: "rotate(1) ", end)


def _texts() -> bytes:
    text = '<text inkscape:label="sea" x="9" y="9" font-size="9"><tspan>A name of a sea that is long enough to fill a row</tspan></text>'
    return _filled(f'{HEAD}{BOARD % ""}<g inkscape:label="labels">', lambda _at: text, "</g></svg>", 90_000)


def _art() -> bytes:
    rings = " ".join(f"{at % 90},{at * 7 % 90}" for at in range(30))
    path = f'<path fill="#abc" stroke="#123" d="M{rings}Z"/>'
    return _filled(f'{HEAD}{BOARD % ""}<g inkscape:label="background">', lambda _at: path, "</g></svg>", 190_000)


def _anchors() -> bytes:
    return _filled(
        f'{HEAD}{BOARD % ""}<g inkscape:label="anchors">',
        lambda at: f'<circle inkscape:label="unit:a{at}" cx="9" cy="9" r="3"/>',
        "</g></svg>",
        190_000,
    )


def _many_provinces() -> bytes:
    ring = "".join(f"{'hv'[at % 2]}{1 if at % 4 < 2 else -0.98}" for at in range(700))
    return _filled(
        f'{HEAD}<g inkscape:label="provinces">',
        lambda at: f'<path id="p{at}" data-type="coast" d="M{at % 40 * 90},{at // 40 * 90}{ring}h-60z"/>',
        "</g></svg>",
        999,
    )


def _closings() -> bytes:
    closed = f'<path id="aaa" d="M0,0 l9,9 {"z" * (7 * 1024 * 1024)}"/>'
    return (HEAD + BOARD % (closed * 4) + "</svg>").encode()


def _fine(provinces: int, step: float) -> bytes:
    """A map with borders finer than any, all side by side."""
    return bench_compile_board.large_drawing(provinces, step)


def _cut_short() -> bytes:
    """A file that is still being written."""
    return _art()[: SIZE * 2 // 3]


def _no_numbers() -> bytes:
    return _filled(
        HEAD + BOARD.removesuffix("</g>") % "", lambda at: f'<path id="n{at}" d="MNaN,0 L400,inf 1e999,NaN Z"/>', "</g></svg>", 190_000
    )


def _endless_page() -> bytes:
    return _among_provinces().replace(b"0 0 4000 3000", b"-1e5 -1e5 9e5 9e5")


def _no_page() -> bytes:
    return _among_provinces().replace(b'viewBox="0 0 4000 3000"', b'viewBox="0 0 1e300 NaN"')


KINDS: dict[str, Callable[[], bytes]] = {
    "twenty fonts in a style sheet": _fonts,
    "a style sheet of rules": _rules,
    "one path of points": _points,
    "one path of squares": _subpaths,
    "one path of curves": _curves,
    "crumbs in the background": _crumbs,
    "crumbs among the provinces": _among_provinces,
    "a scanned picture": _picture,
    "packed crumbs": _packed,
    "groups in groups": _nested,
    "groups without end": _deep,
    "clones of clones": _clones,
    "a transform of millions": _transforms,
    "texts": _texts,
    "art": _art,
    "anchors": _anchors,
    "a thousand ragged provinces": _many_provinces,
    "paths of closings": _closings,
    "700 provinces, twice too fine": lambda: _fine(700, 0.35),
    "350 provinces, finely drawn": lambda: _fine(350, 0.6),
    "a file cut short": _cut_short,
    "numbers that are none": _no_numbers,
    "a page without end": _endless_page,
    "a page of no size": _no_page,
    **crowded_drawings.KINDS,
}


def measure(kind: str) -> None:
    """Compile one kind in this process and print what it took."""
    content = KINDS[kind]()
    from variants.compile import compile_board
    from variants.compile.neighbours import propose

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start = time.process_time()
    made = compile_board(content, None, "bad.svg")
    compiled = time.process_time()
    propose(content, {}, "bad.svg")
    taken = max(compiled - start, time.process_time() - compiled)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    first = str(made.faults[0])[:110] if made.faults else "no fault"
    over = " OVER" if taken > MOST_SECONDS or memory - before > MOST_MEMORY else ""
    print(f"{kind:32} {len(content) / 1e6:6.1f} MB {taken:7.2f} s {memory - before:7.0f} MB{over}  {first}", flush=True)


def main() -> None:
    """Each kind that is named, or all of them."""
    if sys.argv[1:2] == ["--here"]:
        measure(sys.argv[2])
        return
    for kind in sys.argv[1:] or KINDS:
        try:
            subprocess.run([sys.executable, "-m", "benchmarks.bench_bad_input", "--here", kind], check=False, timeout=600)
        except subprocess.TimeoutExpired:
            print(f"{kind:32} HANGS", flush=True)


if __name__ == "__main__":
    main()
