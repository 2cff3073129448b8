/** Detects the Windows code page of a text by how plausible its language is in each. Pure. */
import type { Encoding } from '#contract/importReading.ts'
import type { Language as Reader } from '#contract/languages.ts'

type CodePage = Extract<Encoding, `windows-${string}`>

const LOOKED_AT = 64 * 1024

/** 0x80 to 0x9f of windows-1252. Node 20 decodes them as control characters (ISO 8859-1). */
const signs1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

export function decode(
  encoding: Encoding,
  bytes: Uint8Array,
  { fatal = false }: { fatal?: boolean } = {},
): string {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding, { fatal }).decode(bytes)
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => signs1252.charAt(sign.charCodeAt(0) - 0x80))
}

interface Language {
  encoding: CodePage
  /** Characters of the language beyond ASCII, the most frequent first. */
  letters: string
  isLatin: boolean
  never?: RegExp
  often?: RegExp
}

/** On equal scores, the first wins. */
const languages: readonly Language[] = [
  {
    encoding: 'windows-1255',
    letters: 'יהולארבמתשנדקפחעצגזטסכםןךףץ',
    isLatin: false,
    // Impossible sequences: a final form inside a word, or points without a base character.
    never: /[םןךףץ](?=[א-ת])|[\u05b0-\u05c7]/gu,
    often: /[םן](?![א-ת])/gu,
  },
  {
    encoding: 'windows-1251',
    letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
    isLatin: false,
    never:
      /(?<![а-яё])[ъьы]|й(?=[йъьы])|(?<![аеёиоуыэюя])й|ъ(?![ея])|[а-яё][А-ЯЁ](?=[а-яё])|[ЃѓЉЊЌЋЏђљњќћџЎўЈҐЁЄЇІіґєјЅѕї]/gu,
    often: /(ый|ая|ий|ть|ст|ка|на|ов|ны|ни|по|пр|ро)/giu,
  },
  {
    encoding: 'windows-1250',
    letters: 'áíéěřčžšýůúňťóďľôĺŕä',
    isLatin: true,
    // ŕ is inside Slovak words; French and Italian à ends them. ę and ś are Polish, and French ê and œ.
    never:
      /ŕ(?![a-záéíóúýčďľňšťž])|[ęś]|[ăâßłŁţŢ˙˝¸][a-z]|[a-z][ÁÍÉĚŘČŽŠÝŮÚŇŤÓĎĽÔ](?=[a-záíéěřčžšýůúňťóďľô])/gu,
  },
  {
    encoding: 'windows-1256',
    letters: 'اليمنوتربدهعفسقكحجشطصخثذغضظزةىأإآءئؤ',
    isLatin: false,
    never: /[ةى](?=[ء-ي])|[àâçèéêëîïôùûüœ]/gu,
    often: /(?<![ء-ي])ال|ة(?![ء-ي])/gu,
  },
  { encoding: 'windows-1252', letters: 'éèàêüöäßóíáñôúçùîœâ', isLatin: true, never: /[ìòïøæð]/gu },
]

const letter = /\p{L}/u
const isAscii = (one: string) => one < '\u0080'

const usual: Partial<Record<Reader, CodePage>> = {
  he: 'windows-1255',
  ar: 'windows-1256',
  ru: 'windows-1251',
  cs: 'windows-1250',
  sk: 'windows-1250',
}
/** Scores this close count as equal: about two words that fit better. */
const ALIKE = 8

/** `reader`: the importer's language, which decides between close scores. */
export function encodingOf(bytes: Uint8Array, reader?: Reader): CodePage {
  const part = bytes.subarray(0, LOOKED_AT)
  const scores = new Map<CodePage, number>()
  for (const language of languages)
    scores.set(language.encoding, scoreOf(decode(language.encoding, part), language))
  let best: CodePage = 'windows-1250'
  let most = -Infinity
  for (const [encoding, score] of scores)
    if (score > most) {
      best = encoding
      most = score
    }
  const own = usual[reader ?? 'en']
  const points = own === undefined ? 0 : (scores.get(own) ?? 0)
  // without points, the text is implausible in that language
  return own !== undefined && points > 0 && most - points <= ALIKE ? own : best
}

function scoreOf(text: string, { letters, isLatin, never, often }: Language): number {
  let score = 0
  for (const one of text) {
    if (isAscii(one)) continue
    // Quotation marks, dashes and signs exist in every code page.
    if (!letter.test(one)) score -= one === '\ufffd' || one < '\u00a0' ? 8 : 1
    else score += pointsOf(letters.indexOf(one.toLowerCase()))
  }
  for (const [word] of text.matchAll(/\p{L}{3,}/gu)) {
    const own = [...word].filter((one) => !isAscii(one)).length
    if (own === 0) continue
    // Czech words contain ASCII characters too; Russian words do not.
    if (isLatin ? own / word.length > 0.75 : own < word.length) score -= 4
  }
  if (never !== undefined) score -= 4 * (text.match(never)?.length ?? 0)
  if (often !== undefined) score += text.match(often)?.length ?? 0
  return score
}

const pointsOf = (index: number): number => (index < 0 ? -3 : index < 8 ? 3 : index < 16 ? 2 : 1)
