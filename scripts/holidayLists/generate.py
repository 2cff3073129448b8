"""Writes server/modules/foundation/holidayLists/calculated.ts from the Python package `holidays`.

The package and its data are MIT licensed (https://github.com/vacanza/holidays). Run:
    pip install holidays==0.105 && python3 scripts/holidayLists/generate.py
Dates that depend on the moon are marked as estimated by the package.
"""

import inspect
import json
import re
import sys
import unicodedata
from pathlib import Path

import holidays
from holidays import registry

VERSION, PUBLISHED = "0.105", "2026-09-21"
YEARS = range(2026, 2030)
OURS = {"en": ("en_US", "en_GB"), "he": ("he",), "ar": ("ar", "ar_EG"), "ru": ("ru",), "cs": ("cs",), "sk": ("sk",)}

# Arabic names that the package misspells, and a Hebrew word for a moved day that it translates literally.
CORRECTED = {
    "(נצפה)": "(בתאריך שהוזז)",
    "يوم التأسيسي": "يوم التأسيس",
    "رأس السنة الميلادي": "رأس السنة الميلادية",
    "يوم المراة العالمي": "يوم المرأة العالمي",
    "الطوائف الارمنية الارثوذكسية": "الطوائف الأرمنية الأرثوذكسية",
}

# The package marks these as estimated in some countries only.
MOON = re.compile(r"Eid|Arafa|Islamic New Year|Hijri|Prophet|Ashura|Ramadan|Mawlid|Isra|Muharram")

if holidays.__version__ != VERSION:
    sys.exit(f"This needs holidays {VERSION}, and {holidays.__version__} is installed.")


def days_of(code, region, language):
    options = {"years": YEARS, "language": language}
    entity = getattr(holidays, code)
    if "islamic_show_estimated" in inspect.signature(entity.__init__).parameters:
        options["islamic_show_estimated"] = True
    found = holidays.country_holidays(code, subdiv=region, **options)
    suffixes = {}
    for label, rest in (("observed_estimated_label", "observed_label"), ("estimated_label", None)):
        text = getattr(found, label, None)
        if text:
            kept = found.tr(getattr(found, rest)).replace("%s", "") if rest and getattr(found, rest, None) else ""
            suffixes[found.tr(text).replace("%s", "")] = kept
    result = {}
    for day in sorted(found):
        name, is_estimated = found[day], False
        for suffix, kept in suffixes.items():
            if suffix in name:
                name, is_estimated = name.replace(suffix, kept), True
        result[day.isoformat()] = (corrected(name), is_estimated)
    return result


def corrected(name):
    return "; ".join(
        next((part.replace(wrong, right) for wrong, right in CORRECTED.items() if part.endswith(wrong)), part)
        for part in name.split("; ")
    )


def bare(name):
    return "".join(one for one in unicodedata.normalize("NFKD", name) if one.isalpha()).lower()


def is_short(name):
    """Abbreviations such as Bgld, GP and FBiH."""
    has_vowels = not name.isascii() or re.search("[aeiou]", name[1:])
    return len(name) <= 4 and (sum(one.isupper() for one in name) > 1 or not has_vowels)


def region_name(code, aliases):
    """Every name that people use, such as British Columbia / Colombie-Britannique."""
    names = [name for name in aliases if not is_short(name)] or aliases or [code]
    return " / ".join(name for at, name in enumerate(names) if bare(name) not in [bare(one) for one in names[:at]])


def languages_of(supported, local):
    """English as the country writes it: Labour Day in Canada."""
    wanted = {**OURS, "en": (*((local,) if (local or "").startswith("en") else ()), *OURS["en"])}
    return {ours: next(name for name in names if name in supported) for ours, names in wanted.items() if any(name in supported for name in names)}


def main():
    countries = {}
    for code in sorted({item[1] for item in registry.COUNTRIES.values()}):
        sample = holidays.country_holidays(code)
        supported = sample.supported_languages or (sample.default_language,)
        local = sample.default_language
        languages = languages_of(supported, local)
        names, days, regions = [], {}, {}

        def entries(region):
            local_days = days_of(code, region, local)
            others = {ours: days_of(code, region, language) for ours, language in languages.items()}
            listed = []
            for day, (name, is_estimated) in local_days.items():
                in_english = others["en"][day][0] if day in others.get("en", {}) else name
                is_estimated = is_estimated or MOON.search(in_english) is not None
                texts = {"local": name, **{ours: found[day][0] for ours, found in others.items() if day in found and found[day][0] != name}}
                if texts not in names:
                    names.append(texts)
                listed.append([day, names.index(texts), *([1] if is_estimated else [])])
            return listed

        common = entries(None)
        aliases = {}
        for name, region in getattr(sample, "subdivisions_aliases", {}).items():
            aliases.setdefault(region, []).append(name)
        for region in sample.subdivisions:
            own = entries(region)
            added = [one for one in own if one not in common]
            removed = [one[0] for one in common if one not in own and one[0] not in {day for day, *_ in added}]
            regions[region] = {"name": region_name(region, aliases.get(region, [])), **({"added": added} if added else {}), **({"removed": removed} if removed else {})}
        spoken = sorted({*languages, *(ours for ours, variants in OURS.items() if local in variants)})
        countries[code] = {"languages": spoken, "names": names, "days": common, **({"regions": regions} if regions else {})}
    source = {"title": f"holidays {VERSION}", "url": "https://github.com/vacanza/holidays", "seen": PUBLISHED}
    regions = {code: {region: one["name"] for region, one in country.get("regions", {}).items()} for code, country in countries.items()}
    compact = {"ensure_ascii": False, "separators": (",", ":")}
    texts = {code: json.dumps(country, **compact) for code, country in countries.items()}
    if any("`" in text or "${" in text for text in [*texts.values(), json.dumps(regions, **compact)]):
        sys.exit("The text does not fit into a template.")
    target = Path(__file__).parents[2] / "server/modules/foundation/holidayLists/calculated.ts"
    lines = [
        "/**",
        " * Generated by scripts/holidayLists/generate.py from the Python package `holidays`, MIT licence,",
        " * https://github.com/vacanza/holidays. JSON as text, so that only the country asked for is parsed.",
        " */",
        "export const calculatedSource = {",
        *(f"  {key}: '{value}'," for key, value in source.items()),
        "}",
        "",
        "/** Names of regions by country. */",
        f"export const calculatedRegions: string = String.raw`{json.dumps(regions, **compact)}`",
        "",
        "export const calculatedCountries: Readonly<Record<string, string>> = {",
        *(f"  {code}: String.raw`{text}`," for code, text in texts.items()),
        "}",
    ]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
