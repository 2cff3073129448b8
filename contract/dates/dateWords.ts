import { dateFormat } from '#contract/formatters.ts'
import { languages, localeOf } from '#contract/languages.ts'

/**
 * Month names written by hand: Intl knows one set of abbreviations per version, and lacks Levantine
 * and Maghrebi months beside the Egyptian ones.
 */
const months = [
  'January Jan ינואר ינו январь января янв leden ledna led január januára يناير كانون_الثاني جانفي',
  'February Feb פברואר פבר февраль февраля фев февр únor února úno február februára فبراير شباط فيفري',
  'March Mar מרץ מרס март марта мар březen března bře marec marca مارس آذار',
  'April Apr אפריל אפר апрель апреля апр duben dubna dub apríl apríla أبريل نيسان أفريل',
  'May מאי май мая květen května kvě máj mája مايو ماي أيار',
  'June Jun יוני июнь июня июн červen června čvn jún júna يونيو يونيه حزيران جوان',
  'July Jul יולי июль июля июл červenec července čvc júl júla يوليو يوليه يوليوز تموز جويلية',
  'August Aug אוגוסט אוג август августа авг srpen srpna srp augusta أغسطس غشت آب أوت',
  'September Sep Sept ספטמבר ספט сентябрь сентября сен сент září zář septembra سبتمبر شتنبر أيلول',
  'October Oct אוקטובר אוק октябрь октября окт říjen října říj okt október októbra أكتوبر تشرين_الأول',
  'November Nov נובמבר נוב ноябрь ноября ноя нояб listopad listopadu lis novembra نوفمبر نونبر تشرين_الثاني',
  'December Dec דצמבר דצמ декабрь декабря дек prosinec prosince pro decembra ديسمبر دجنبر كانون_الأول',
]

/** Ignores case, accents and hamzas, which people omit. */
export const foldWord = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')

const monthOf = new Map(
  months.flatMap((words, place) =>
    words.split(' ').map((word) => [foldWord(word.replace('_', ' ')), place + 1] as const),
  ),
)

/** Hebrew puts "in" and "to" in front of the month: 25 בדצמבר. */
const withoutPrefix = (word: string): string => word.replace(/^[בל](?=.{3})/u, '')

let weekdays: Map<string, number> | null = null

/** The keys of `exact`, plus each folded form that has only one meaning. */
function withFolded(exact: ReadonlyMap<string, number>): Map<string, number> {
  const folded = new Map<string, Set<number>>()
  for (const [word, value] of exact) {
    const key = foldWord(word)
    folded.set(key, (folded.get(key) ?? new Set()).add(value))
  }
  const clear = [...folded].flatMap(([key, [value, other]]) =>
    value === undefined || other !== undefined ? [] : [[key, value] as const],
  )
  return new Map([...clear, ...exact])
}

/** Weekday number from 0 (Sunday). Slovak "št" is Thursday; Slovak and Czech "st" is Wednesday. */
function weekdayOf(word: string): number | undefined {
  weekdays ??= withFolded(
    new Map(
      languages.flatMap((language) =>
        (['long', 'short'] as const).flatMap((weekday) =>
          [0, 1, 2, 3, 4, 5, 6].flatMap((day) => {
            // 1 January 2023 was a Sunday.
            const at = Date.UTC(2023, 0, 1 + day)
            const written = dateFormat(localeOf(language), { weekday, timeZone: 'UTC' }).format(at)
            const name = written.toLowerCase().replace(/[.'’׳]$/u, '')
            return [name, name.replace(/^יום /u, '')].map((key) => [key, day] as const)
          }),
        ),
      ),
    ),
  )
  return weekdays.get(word.toLowerCase()) ?? weekdays.get(foldWord(word))
}

export interface Found {
  value: number
  /** Index after the word and its abbreviation mark (a period or geresh). */
  end: number
}

const oneOrTwoWords = /(?<one>[\p{L}\p{M}]+)(?:\s(?<two>[\p{L}\p{M}]+))?/uy
const abbreviationMark = /[.'’׳]/uy

/** Finds a name of one or two words at `at`. The longer name wins. */
function wordAt(
  text: string,
  at: number,
  meaning: (word: string) => number | undefined,
): Found | null {
  oneOrTwoWords.lastIndex = at
  const { one, two } = oneOrTwoWords.exec(text)?.groups ?? {}
  if (one === undefined) return null
  const names = two === undefined ? [one] : [`${one} ${two}`, one]
  for (const name of names) {
    const value = meaning(name.replace(/\s/g, ' '))
    if (value === undefined) continue
    abbreviationMark.lastIndex = at + name.length
    return { value, end: at + name.length + (abbreviationMark.test(text) ? 1 : 0) }
  }
  return null
}

/** Finds a month, 1 to 12, at `at`. */
export const monthAt = (text: string, at: number): Found | null =>
  wordAt(text, at, (word) => {
    const folded = foldWord(word)
    return monthOf.get(folded) ?? monthOf.get(withoutPrefix(folded))
  })

/** Finds a weekday, 0 (Sunday) to 6, at `at`. */
export const weekdayAt = (text: string, at: number): Found | null => wordAt(text, at, weekdayOf)
