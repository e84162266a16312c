"""Tags of languages, as ``lang`` in a page has them: en, de, pt-BR, zh-Hant (BCP 47)."""

from __future__ import annotations

import re

# ISO 639-1. A language without a code of two letters has one of three, which is not looked up.
NAMES = """
aa Afar, ab Abkhazian, ae Avestan, af Afrikaans, ak Akan, am Amharic, an Aragonese, ar Arabic, as Assamese, av Avaric,
ay Aymara, az Azerbaijani, ba Bashkir, be Belarusian, bg Bulgarian, bi Bislama, bm Bambara, bn Bengali, bo Tibetan,
br Breton, bs Bosnian, ca Catalan, ce Chechen, ch Chamorro, co Corsican, cr Cree, cs Czech, cu Church Slavic,
cv Chuvash, cy Welsh, da Danish, de German, dv Divehi, dz Dzongkha, ee Ewe, el Greek, en English, eo Esperanto,
es Spanish, et Estonian, eu Basque, fa Persian, ff Fulah, fi Finnish, fj Fijian, fo Faroese, fr French,
fy Western Frisian, ga Irish, gd Scottish Gaelic, gl Galician, gn Guarani, gu Gujarati, gv Manx, ha Hausa, he Hebrew,
hi Hindi, ho Hiri Motu, hr Croatian, ht Haitian, hu Hungarian, hy Armenian, hz Herero, ia Interlingua, id Indonesian,
ie Interlingue, ig Igbo, ii Sichuan Yi, ik Inupiaq, io Ido, is Icelandic, it Italian, iu Inuktitut, ja Japanese,
jv Javanese, ka Georgian, kg Kongo, ki Kikuyu, kj Kuanyama, kk Kazakh, kl Greenlandic, km Khmer, kn Kannada, ko Korean,
kr Kanuri, ks Kashmiri, ku Kurdish, kv Komi, kw Cornish, ky Kyrgyz, la Latin, lb Luxembourgish, lg Ganda, li Limburgish,
ln Lingala, lo Lao, lt Lithuanian, lu Luba-Katanga, lv Latvian, mg Malagasy, mh Marshallese, mi Maori, mk Macedonian,
ml Malayalam, mn Mongolian, mr Marathi, ms Malay, mt Maltese, my Burmese, na Nauru, nb Norwegian Bokmål,
nd North Ndebele, ne Nepali, ng Ndonga, nl Dutch, nn Norwegian Nynorsk, no Norwegian, nr South Ndebele, nv Navajo,
ny Chichewa, oc Occitan, oj Ojibwa, om Oromo, or Oriya, os Ossetian, pa Punjabi, pi Pali, pl Polish, ps Pashto,
pt Portuguese, qu Quechua, rm Romansh, rn Rundi, ro Romanian, ru Russian, rw Kinyarwanda, sa Sanskrit, sc Sardinian,
sd Sindhi, se Northern Sami, sg Sango, si Sinhala, sk Slovak, sl Slovenian, sm Samoan, sn Shona, so Somali, sq Albanian,
sr Serbian, ss Swati, st Southern Sotho, su Sundanese, sv Swedish, sw Swahili, ta Tamil, te Telugu, tg Tajik, th Thai,
ti Tigrinya, tk Turkmen, tl Tagalog, tn Tswana, to Tonga, tr Turkish, ts Tsonga, tt Tatar, tw Twi, ty Tahitian,
ug Uighur, uk Ukrainian, ur Urdu, uz Uzbek, ve Venda, vi Vietnamese, vo Volapük, wa Walloon, wo Wolof, xh Xhosa,
yi Yiddish, yo Yoruba, za Zhuang, zh Chinese, zu Zulu
"""
NAME_OF_CODE = {name[:2]: name[3:] for name in NAMES.replace("\n", " ").strip().split(", ")}
CODE_OF_NAME = {name.lower(): code for code, name in NAME_OF_CODE.items()}
TAG = re.compile(
    r"(?P<language>[a-z]{2,3})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*(-[a-wyz\d](-[a-z\d]{2,8})+)*"
    r"(-x(-[a-z\d]{1,8})+)?",
    re.IGNORECASE,
)


def require_tag(text: str) -> str:
    """Return a tag of a language.

    Raises
    ------
    ValueError
        If it is none: of another form, or two letters that stand for no language.
    """
    tag = TAG.fullmatch(text)
    if tag is not None and (len(tag["language"]) == 3 or tag["language"].lower() in NAME_OF_CODE):
        return text
    raise ValueError(f"{text!r} is no tag of a language; {suggestion_for(text)}")


def suggestion_for(text: str) -> str:
    """Return the code of the language that a text names, or what is allowed."""
    with_hyphens = text.replace("_", "-")
    if text.lower() in CODE_OF_NAME:
        return f"write {CODE_OF_NAME[text.lower()]!r}"
    if with_hyphens != text and TAG.fullmatch(with_hyphens):
        return f"write {with_hyphens!r}"
    return "write a code such as 'en' or 'sv' ('pt-BR' where the region matters)"
