import re
from pathlib import Path

import pytest

from site_builder.assets.esbuild import rename_by_content
from site_builder.assets.scripts import HELD, Modules, Scripts, bundle_modules, bundle_scripts
from site_builder.assets.styles import bundle_styles
from site_builder.drawing.formulas import style_sheet
from site_builder.problems.problem import SiteError

NODE_MODULES = Path(__file__).resolve().parents[3] / "node_modules"

FILES = {
    "static/js/engine/early.js": "document.documentElement.dataset.early = 'yes';",
    "static/js/engine/moved.js": "document.documentElement.dataset.moved = 'yes';",
    "static/js/engine/main.js": "import {ready} from './shared.js'; ready(); import('./later.js');",
    "static/js/engine/shared.js": "export function ready() { document.title += '!'; }",
    "static/js/engine/later.js": (
        "import 'site_builder/main'; import {ready} from './shared.js'; export const later = ready;"
    ),
    "static/js/essay/parts.js": "export function twice(text) { return text + text; }\n",
    "static/js/essay/widgets/dial.js": (
        "import {tableFromIPC} from '@uwdata/flechette';\nimport {twice} from '../parts.js';\n"
        "export const layouts = ['wide', 'narrow'];\n"
        "export function view(state) { return `<p>${twice(state.word)}</p>`; }\n"
        "export function mount(element) { element.textContent = String(tableFromIPC(new Uint8Array())); }\n"
    ),
    "static/js/essay/widgets/grid.js": (
        "import {twice} from '../parts.js';\nexport function view() { return twice('g'); }\n"
        "export function mount() { return {reset() {}}; }\n"
    ),
    "static/css/engine/tokens.css": ":root { --ink: #000; }",
    "static/css/engine/base.css": "p { color: var(--ink); }",
    "static/css/essay/essay.css": "p { color: var(--ink); background: url('dot.png'); }",
    "static/css/essay/dot.png": "not really a picture",
    "static/css/essay/widgets/dial.css": "@import '../parts/knob.css' layer(parts);\n.dial { color: red; }",
    "static/css/essay/widgets/grid.css": "@import '../parts/knob.css' layer(parts);\n.grid { color: red; }",
    "static/css/essay/parts/knob.css": ".knob { cursor: grab; }",
}


def make_project(folder: Path, changes: dict[str, str] | None = None) -> Path:
    for name, text in {**FILES, **(changes or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return make_project(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def scripts(project):
    return bundle_scripts(project, project, NODE_MODULES, {})


def test_every_script_has_its_address(scripts):
    assert set(scripts.urls) == {"early", "main", "licenses", "widget:dial", "widget:grid"}
    assert set(scripts.urls.values()) <= set(scripts.files)
    assert all(path.startswith("assets/") for path in scripts.files)


def test_early_is_a_small_classic_script(scripts):
    early = scripts.files[scripts.urls["early"]].decode()
    assert early.startswith("(()=>{")
    assert "dataset.early" in early


def loads(scripts: Scripts | Modules, logical: str) -> set[str]:
    """Return what the browser fetches with a module at once: itself and its static imports."""
    reached, waiting = set(), [scripts.urls[logical]]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += [
                f"assets/{name.decode()}" for name in re.findall(rb'(?:from|import)"\./([\w.-]+)"', scripts.files[path])
            ]
    return reached


def test_shared_code_is_loaded_once(scripts):
    main, dial, grid = (loads(scripts, name) for name in ("main", "widget:dial", "widget:grid"))
    # All that figures and parts on demand share with the script of all pages is one file.
    assert main == {scripts.urls["main"]}
    assert main < dial & grid
    shared = (dial & grid) - main
    assert len(shared) == 1
    assert scripts.urls["widget:dial"] in dial - shared
    later = [path for path in scripts.files if path.startswith("assets/later-")]
    assert later
    assert not set(later) & loads(scripts, "main")


def test_imports_between_files_carry_their_published_names(scripts):
    for content in scripts.files.values():
        for name in re.findall(rb'(?:from|import\()"\./([\w.-]+)"', content):
            assert f"assets/{name.decode()}" in scripts.files


def test_names_change_with_the_content_that_is_reached(tmp_path, scripts):
    other = make_project(
        tmp_path, {"static/js/essay/parts.js": "export function twice(text) { return text + '+' + text; }\n"}
    )
    changed = bundle_scripts(other, other, NODE_MODULES, {})
    assert changed.urls["widget:dial"] != scripts.urls["widget:dial"]
    assert changed.urls["main"] == scripts.urls["main"]


def test_small_shared_files_are_merged_unless_they_have_effects(tmp_path):
    def widget(*names: str) -> str:
        imports = "".join(f"import {{{name}}} from '../{name}.js';\n" for name in names)
        return f"{imports}export const mount = (text) => [{', '.join(f'{name}(text)' for name in names)}];\n"

    project = make_project(
        tmp_path,
        {
            "static/js/essay/twice.js": "export const twice = (text) => text + text;\n",
            "static/js/essay/thrice.js": "export const thrice = (text) => text + text + text;\n",
            "static/js/essay/loud.js": "document.title = 'loud';\nexport const loud = (text) => text.toUpperCase();\n",
            "static/js/essay/widgets/dial.js": widget("twice", "thrice"),
            "static/js/essay/widgets/grid.js": widget("twice", "thrice", "loud"),
            "static/js/essay/widgets/knob.js": widget("thrice", "loud"),
        },
    )
    modules = bundle_modules(
        project, project, NODE_MODULES, {}, dict.fromkeys(["main", "widget:dial", "widget:grid", "widget:knob"], ())
    )
    loaded = {name: loads(modules, f"widget:{name}") - loads(modules, "main") for name in ("dial", "grid", "knob")}
    assert {name: len(paths) for name, paths in loaded.items()} == {"dial": 2, "grid": 3, "knob": 3}
    loud = [path for path, content in modules.files.items() if b'"loud"' in content]
    assert len(loud) == 1
    assert {name for name, paths in loaded.items() if loud[0] in paths} == {"grid", "knob"}


def test_a_merged_file_loads_nothing_large_in_vain(tmp_path):
    def widget(mount: str, *names: str) -> str:
        return (
            "".join(f"import {{{name}}} from '../{name}.js';\n" for name in names) + f"export const mount = {mount};\n"
        )

    long = "x" * 20_000
    both = widget("(text) => door(twice(text))", "door", "twice")
    files = {
        "large": f"document.title = 'large';\nexport const large = (text) => text + '{long}';\n",
        "door": "import {large} from './large.js';\nexport const door = (text) => large(text);\n",
        "twice": "export const twice = (text) => text + text;\n",
        "widgets/dial": widget("large", "large"),
        "widgets/grid": both,
        "widgets/wheel": both,
        "widgets/knob": widget("twice", "twice"),
    }
    project = make_project(tmp_path, {f"static/js/essay/{name}.js": content for name, content in files.items()})
    names = ("dial", "grid", "knob", "wheel")
    asked = dict.fromkeys(["main", *(f"widget:{name}" for name in names)], ())
    modules = bundle_modules(project, project, NODE_MODULES, {}, asked)
    (large,) = (path for path, content in modules.files.items() if long.encode() in content)
    assert {name for name in names if large in loads(modules, f"widget:{name}")} == {"dial", "grid", "wheel"}


def test_some_modules_can_be_bundled_apart(tmp_path, scripts, project):
    asked = {"main": (), "widget:dial": ()}
    some = bundle_modules(project, project, NODE_MODULES, {}, asked, HELD)
    assert set(some.urls) == set(asked)
    for content in some.files.values():
        for name in re.findall(rb'(?:from|import\()"\./([\w.-]+)"', content):
            assert f"assets/{name.decode()}" in some.files
    assert some.parts["later.js"] in some.files
    # Code shared by two widgets is a separate file, so that it stays unchanged when one of them changes.
    assert len(loads(scripts, "widget:dial") - loads(scripts, "main")) == 2
    assert loads(some, "widget:dial") - loads(some, "main") == {some.urls["widget:dial"]}
    other = make_project(tmp_path, {"static/js/essay/widgets/grid.js": "export const view = () => 'another';"})
    assert bundle_modules(other, other, NODE_MODULES, {}, asked, HELD) == some
    assert bundle_scripts(other, other, NODE_MODULES, {}).urls["widget:dial"] != scripts.urls["widget:dial"]


def test_unused_features_are_left_out_of_scripts(tmp_path, project):
    asked = {"main": (), "widget:dial": ("mount",)}
    some = bundle_modules(project, project, NODE_MODULES, {}, asked, ())
    dial = some.files[some.urls["widget:dial"]]
    assert b"as mount" in dial
    assert b"as view" not in dial
    main = "document.title = [HAS.tables && 'tables', HAS.steps && 'steps'];\n"
    other = make_project(tmp_path, {"static/js/engine/main.js": main})
    told = bundle_modules(other, other, NODE_MODULES, {}, asked, ["tables"])
    assert 'document.title=["tables",!1];\n' in [told.files[path].decode() for path in loads(told, "main")]


def test_bytes_and_names_do_not_depend_on_the_folder(tmp_path, scripts, project):
    deep = make_project(tmp_path / "a" / "much" / "deeper" / "place")
    again = bundle_scripts(deep, deep, NODE_MODULES, {})
    assert again.files == scripts.files
    assert again.urls == scripts.urls
    styles = [bundle_styles(folder, folder, NODE_MODULES, "a") for folder in (deep, project)]
    assert styles[0] == styles[1]


def test_licences_of_bundled_packages_are_published(scripts):
    licenses = scripts.files[scripts.urls["licenses"]].decode()
    for package in ("@uwdata/flechette 2.6.0", "source-serif-4", "SIL OPEN FONT LICENSE"):
        assert package in licenses
    assert "esbuild" not in licenses


def test_stills_hold_no_mounting_code(scripts):
    assert "view(" in scripts.still_bundle
    assert "textContent" not in scripts.still_bundle
    assert "site-builder-" not in scripts.still_bundle  # a scratch folder, which is another one in each build


@pytest.mark.parametrize(
    ("name", "text", "place", "message"),
    [
        ("static/js/essay/widgets/grid.js", "export function view( {", (1, 24), "found end of file"),
        ("static/js/essay/widgets/grid.js", "\nimport './gone.js';", (2, 8), "gone.js"),
        ("static/js/engine/main.js", "import 'no-such-package';", (1, 8), "no-such-package"),
    ],
)
def test_errors_in_scripts_are_reported_with_their_place(tmp_path, name, text, place, message):
    project = make_project(tmp_path, {name: text})
    with pytest.raises(SiteError, match=message) as caught:
        bundle_scripts(project, project, NODE_MODULES, {})
    problem = caught.value.problems[0]
    assert problem.path == name
    assert (problem.line, problem.column) == place
    assert problem.source == text.splitlines()[problem.line - 1]


def test_two_widgets_of_one_name_are_refused(tmp_path):
    project = make_project(tmp_path, {"static/js/other/widgets/grid.js": "export const view = () => '';"})
    with pytest.raises(SiteError, match="is a widget of the same name"):
        bundle_scripts(project, project, NODE_MODULES, {})


def test_styles_come_in_order_with_fonts_and_mathematics_first(project):
    styles = bundle_styles(
        project, project, NODE_MODULES, "A \N{GREEK SMALL LETTER ALPHA}", mathematics=style_sheet(NODE_MODULES)
    )
    css = styles.files[styles.url].decode()
    parts = ("@font-face", "math{", ":root{--ink:", "p{color:var(--ink)}", "dot-")
    order = [css.index(part) for part in parts]
    assert order == sorted(order)
    assert css.count("@font-face") == 6
    for name in re.findall(r'url\("?\./([^")]+)"?\)', css):
        assert f"assets/{name}" in styles.files
    assert [path.rpartition("-")[0] for path in styles.preload] == ["assets/source-serif-4"]


def test_a_page_loads_the_styles_of_its_own_widgets_only(project):
    figures = {"both.html": ("grid", "dial", "some-chart"), "one.html": ("dial",), "none.html": ("some-chart",)}
    styles = bundle_styles(project, project, NODE_MODULES, "a", figures_of_page=figures)
    sheets = {page: styles.files[url].decode() for page, url in styles.page_urls.items()}
    assert set(sheets) == {"both.html", "one.html"}
    assert ".dial{" in sheets["one.html"]
    assert ".grid{" not in sheets["one.html"]
    assert sheets["both.html"].count(".knob{") == 1
    assert re.fullmatch(r"assets/page-one-[0-9a-f]{10}\.css", styles.page_urls["one.html"])
    shared = styles.files[styles.url].decode()
    assert not any(name in shared for name in (".dial", ".grid", ".knob"))


def test_a_widget_loads_the_styles_of_the_kit_that_it_uses(tmp_path):
    uses = '@import "site_builder/kit/grid.css";\n.dial { color: blue; }'
    kit = {"static/css/engine/kit/grid.css": "@layer parts { .reticle { fill: red; } }"}
    project = make_project(tmp_path, {"static/css/essay/widgets/dial.css": uses, **kit})
    styles = bundle_styles(project, project, NODE_MODULES, "a", figures_of_page={"one.html": ("dial",)})
    assert "@layer parts{.reticle{" in styles.files[styles.page_urls["one.html"]].decode()
    assert ".reticle" not in styles.files[styles.url].decode()


def test_an_unused_style_sheet_is_rejected(tmp_path):
    project = make_project(tmp_path, {"static/css/essay/widgets/dail.css": ".dial { color: blue; }"})
    with pytest.raises(SiteError, match="no widget is called 'dail'") as caught:
        bundle_styles(project, project, NODE_MODULES, "")
    assert caught.value.problems[0].path == "static/css/essay/widgets/dail.css"
    assert caught.value.problems[0].suggestion == "write 'dial'"


def test_a_missing_picture_in_a_style_sheet_is_reported(tmp_path):
    project = make_project(tmp_path, {"static/css/essay/essay.css": "p { background: url('gone.png'); }"})
    with pytest.raises(SiteError, match=r"gone\.png") as caught:
        bundle_styles(project, project, NODE_MODULES, "")
    assert caught.value.problems[0].path == "static/css/essay/essay.css"


def test_names_of_files_that_import_each_other_are_found():
    def outputs(first: str, second: str) -> dict[str, bytes]:
        return {first: f'import("./{second}");'.encode(), second: f'import"./{first}";1'.encode()}

    described = {"a-AAAAAAAA.js": {"imports": [], "inputs": {}, "entryPoint": "a"},
                 "b-BBBBBBBB.js": {"imports": [], "inputs": {}}}  # fmt: skip
    other = {name.replace("AAAAAAAA", "CCCCCCCC"): value for name, value in described.items()}
    first = rename_by_content(described, outputs("a-AAAAAAAA.js", "b-BBBBBBBB.js"))
    second = rename_by_content(other, outputs("a-CCCCCCCC.js", "b-BBBBBBBB.js"))
    assert first == second
    assert first.entries["a"] in first.files


@pytest.mark.parametrize(("address", "n_files"), [("'here'", 1), ("import.meta.url", 2)])
def test_files_are_merged_by_what_pages_have_loaded_already(tmp_path, address, n_files):
    # A part on demand has both files without fetching them; a worker, for which no page has, gets only the one it uses.
    shared = "document.title = '{0}';\nexport const {0} = (text) => text + '{0}';\n"
    both = "import {one} from '../one.js';\nimport {two} from '../two.js';\n"
    files = {
        "one": shared.format("one"),
        "two": shared.format("two"),
        "part": f"import {{one}} from './one.js';\nexport const part = one({address});\n",
        "widgets/dial": f"{both}export const mount = async () => [one, two, (await import('../part.js')).part];\n",
        "widgets/grid": f"{both}export const mount = async () => [two, one, (await import('../part.js')).part];\n",
    }
    project = make_project(tmp_path, {f"static/js/essay/{name}.js": content for name, content in files.items()})
    asked = {"main": (), "widget:dial": ("mount",), "widget:grid": ("mount",)}
    modules = bundle_modules(project, project, NODE_MODULES, {}, asked)
    assert sum(b'document.title="' in content for content in modules.files.values()) == n_files
