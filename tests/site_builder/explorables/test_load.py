from pathlib import Path

from site_builder.explorables.load import Sources, part_digests

FILE = '''
def numbers(load):
    """Return the numbers of the sentence, not of the picture."""
    return {"wait": load}


def picture(load, numbers):
    return str(numbers["wait"])


sentence = "A wait of {wait}."
'''


def test_a_part_depends_on_the_parts_that_its_code_names_and_not_on_its_docstring():
    def digests(text):
        return part_digests(Sources(Path("/project"), "shop", {"content/explorables/shop.py": text.encode()}, {}), {})

    before = digests(FILE)
    other_sentence = digests(FILE.replace("A wait of", "Waits"))
    other_numbers = digests(FILE.replace('"wait": load}', '"wait": 2 * load}'))
    assert {part for part in before if before[part] != other_sentence[part]} == {"sentence"}
    assert {part for part in before if before[part] != other_numbers[part]} == {"numbers", "picture", "sentence"}
