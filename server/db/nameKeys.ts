/**
 * Sort keys that order names as ICU does, for databases without ICU. Keys compare by bytes: first
 * characters by rank, then marks, case and the name itself.
 */
import type { Language } from '#contract/languages.ts'

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))

/** Lower-case characters of names. Other characters sort after these by code point. */
const written = [
  ...range(0x20, 0x40),
  ...range(0x5b, 0x7e),
  ...Array.from('\u00a0–—‘’“”„…«»°№§×÷±·•€£'),
  ...range(0xdf, 0x17f),
  ...range(0x3b1, 0x3c9),
  ...range(0x430, 0x45f),
  ...range(0x5d0, 0x5ea),
  ...range(0x5f3, 0x5f4),
  ...range(0x621, 0x63a),
  ...range(0x641, 0x64a),
  ...Array.from('پچژکگی'),
].filter((character) => character === character.toLowerCase())

const digraphs: Partial<Record<Language, readonly string[]>> = { cs: ['ch'], sk: ['ch'] }
/** Characters that sort as several characters. */
const expanded: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['آ', 'اا'],
]
const isArabic = (character: string) => character >= '\u0621' && character <= '\u06ff'
const MARKS =
  '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670]'
/** Characters that comparison ignores. */
const IGNORED = '[\\u0640\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]'
/** First code point used for ranks; low, to keep keys small. */
const FIRST_RANK = 0x100
/** First variant. Variants order characters of one rank, before marks do. */
const FIRST_VARIANT = 0x21
/** Digits of a number in a key. */
const DIGITS = 30
const PRIVATE = 0xe000

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL of a function such as `names_cs` without ICU. Ranks come from this runtime's collator. */
export function keyFunctionOf(language: Language): string {
  const collator = new Intl.Collator(language, { sensitivity: 'base' })
  const expands = new Set(expanded.map(([from]) => from))
  const simple = written.filter(
    (character) => character.normalize('NFD') === character && !expands.has(character),
  )
  const composed = written.filter((character) => {
    const [base = ''] = character.normalize('NFD')
    const isOther = base !== character && !expands.has(character)
    return isOther && (isArabic(character) || collator.compare(base, character) !== 0)
  })
  const tokens = [...(digraphs[language] ?? []), ...composed].map((token, at) => ({
    token,
    as: String.fromCodePoint(PRIVATE + at),
  }))
  const exact = new Intl.Collator(language)
  const all = [...simple.map((token) => ({ token, as: token })), ...tokens].sort((a, b) =>
    exact.compare(a.token, b.token),
  )
  let [rank, variant] = [FIRST_RANK, FIRST_VARIANT]
  const ranks: string[] = []
  const variants: string[] = []
  for (const [at, { token }] of all.entries()) {
    const before = all[at - 1]
    const isNew = before !== undefined && collator.compare(before.token, token) !== 0
    rank += isNew ? 1 : 0
    variant = isNew ? FIRST_VARIANT : variant + 1
    ranks.push(String.fromCodePoint(rank))
    variants.push(String.fromCodePoint(variant))
  }
  const from = literal(all.map(({ as }) => as).join(''))
  const replaced = [
    ...expanded.map(([of, to]) => [of.normalize('NFD'), to]),
    ...tokens.map(({ token, as }) => [token.normalize('NFD'), as]),
  ]
  const read = replaced.reduce(
    (inner, [of = '', to = '']) => `replace(${inner}, ${literal(of)}, ${literal(to)})`,
    'lower(d)',
  )
  return `create function names_${language}(t text) returns text
language plpgsql immutable strict parallel safe as $$
declare d text; l text; p text;
begin
  d := regexp_replace(normalize(t, NFD), '${IGNORED}', '', 'g');
  l := ${read};
  p := translate(regexp_replace(l, '${MARKS}', '', 'g'), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789');
  p := regexp_replace(p, '[0-9]+', '${'0'.repeat(DIGITS)}\\&', 'g');
  p := regexp_replace(p, '[0-9]*([0-9]{${DIGITS}})(?![0-9])', '\\1', 'g');
  p := translate(p, ${from}, ${literal(ranks.join(''))});
  return p || chr(1) || rtrim(translate(l, ${from}, ${literal(variants.join(''))}), '!')
    || chr(1) || rtrim(regexp_replace(regexp_replace(d, '[[:upper:]]', chr(2), 'g'), '[^\\u0002]', chr(1), 'g'), chr(1))
    || chr(1) || t;
end
$$`
}
