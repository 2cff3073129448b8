import { inLatinDigits } from '#contract/rules/readNumber.ts'

/**
 * Finds the floor number in a file name. Only numbers next to a word for floors count, not years,
 * versions or ward numbers.
 */

/**
 * Between a word and its number. After a separator, a hyphen is a minus: `floor -1` is negative,
 * `floor-1` is not.
 */
const GAP = '(?: - |[ _.\\-/])?'
const NUMBER = '([-−])?(\\d{1,3})'
const HIGHEST = 200

const UP =
  'level|lvl|floor|storey|story|etage|stock|patro|poschodie|poschodi|קומה|קומת|طابق|الطابق|دور|الدور|l|f|og'
const UP_AFTER_NUMBER = 'etage|stock|patro|poschodie|poschodi|og'
const DOWN = 'basement|untergeschoss|keller|suterén|suteren|подвал|מרתף|قبو|القبو|b|ug|kg|pp'
const DOWN_ALONE = 'basement|untergeschoss|keller|suterén|suteren|подвал|מרתף|قبو|القبو|ug|kg'
const GROUND = 'g|gf|eg|ground|erdgeschoss|přízemí|prizemi|prízemie|prizemie|קרקע|أرضي|الأرضي'

interface Way {
  pattern: RegExp
  /** Receives the number with its sign, or NaN if there is no number. */
  ordinal(number: number): number
}
const way = (inside: string, ordinal: Way['ordinal']): Way => ({
  pattern: new RegExp(`(?<![\\p{L}\\d])(?:${inside})(?![\\p{L}\\d])`, 'u'),
  ordinal,
})
/** For languages that call the ground floor the first floor. */
const fromOne = (number: number) => (number > 0 ? number - 1 : number)
const below = (number: number) => -Math.abs(number)

/** The first match wins. */
const ways: readonly Way[] = [
  way(`(?:${DOWN})${GAP}(?:(?:level|floor)${GAP})?()(\\d{1,2})`, below),
  way(`()(\\d{1,2})\\.?${GAP}(?:ug|kg|pp)`, below),
  way(`minus${GAP}()(\\d{1,2})`, below),
  way(`np${GAP}()(\\d{1,3})`, fromOne),
  way(`()(\\d{1,3})\\.?${GAP}np`, fromOne),
  way(`этаж${GAP}${NUMBER}`, fromOne),
  way(`()(\\d{1,3})(?:-?о?й)?${GAP}этаж`, fromOne),
  way(`(?:${UP})${GAP}${NUMBER}`, (number) => number),
  way(`()(\\d{1,3})\\.?${GAP}(?:${UP_AFTER_NUMBER})`, (number) => number),
  way(`()(\\d{1,3})(?:st|nd|rd|th)${GAP}(?:level|floor|storey|story)`, (number) => number),
  way(`${GROUND}`, () => 0),
  way(`${DOWN_ALONE}`, () => -1),
]

const plain = (fileName: string): string =>
  inLatinDigits(fileName)
    .replace(/\.(geo)?json$/i, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()

export function levelInName(fileName: string): number | null {
  const name = plain(fileName)
  const whole = /^[-−]?\d{1,2}$/.test(name)
  if (whole) return Number(name.replace('−', '-'))
  for (const { pattern, ordinal } of ways) {
    const found = pattern.exec(name)
    if (found === null) continue
    const number = Number(found[2]) * (found[1] ? -1 : 1)
    const level = ordinal(number)
    if (Math.abs(level) <= HIGHEST) return level + 0
  }
  return null
}

/**
 * Returns the numbers of files that differ only in a small number (`site-0`, `site-1`). Null if
 * they differ otherwise.
 */
export function levelsInSeries(fileNames: readonly string[]): number[] | null {
  const parts = fileNames.map((name) => /^(.*?)(\d{1,2})(\D*)$/u.exec(plain(name)))
  const stems = new Set(parts.map((part) => (part === null ? '' : `${part[1]}#${part[3]}`)))
  const numbers = parts.map((part) => Number(part?.[2]))
  const isSeries =
    parts.length > 1 &&
    parts.every((part) => part !== null && !/\d$/.test(part[1] ?? '')) &&
    stems.size === 1 &&
    new Set(numbers).size === numbers.length
  return isSeries ? numbers : null
}
