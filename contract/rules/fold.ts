/**
 * Folds text for search: ignores case, combining marks, and differences that people leave out when
 * typing (decision 63). The database's `fold_text_2` uses the same lists (`server/db/foldText.ts`).
 * Uniqueness and sign-in never use it.
 */

/**
 * Characters that search ignores, as a bracket expression that JavaScript and PostgreSQL read
 * alike: soft hyphen, combining marks, Cyrillic marks, Hebrew points, Arabic marks with the tatweel,
 * zero-width characters and direction marks, marks of symbols, variation selectors.
 */
export const ignoredPattern =
  '[\\u00ad\\u0300-\\u036f\\u0483-\\u0489' +
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
  '\\u0610-\\u061a\\u061c\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed' +
  '\\u08ca-\\u08e1\\u08e3-\\u08ff\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20d0-\\u20ff' +
  '\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff]'

/** Each character with the characters that search treats as equal. All are in lower case. */
const groups: Readonly<Record<string, string>> = {
  ي: 'ىیے',
  ه: 'ةھہەۃ',
  ا: 'ٱ', // أ, إ and آ decompose into this character and a mark
  ك: 'کڪ',
  כ: 'ך',
  מ: 'ם',
  נ: 'ן',
  פ: 'ף',
  צ: 'ץ',
  σ: 'ς',
  и: 'і', // Russian keyboards lack і and ґ; ї and й decompose
  г: 'ґ',
  a: 'а', // Cyrillic letters that look like Latin capitals, which room numbers mix
  b: 'в',
  c: 'с',
  e: 'еє',
  h: 'нħ',
  k: 'к',
  m: 'м',
  p: 'р',
  i: 'ı',
  l: 'ł',
  d: 'đð',
  o: 'оø',
  t: 'тŧ',
  x: 'х×',
  y: 'у',
  "'": '׳’‘‚‛′ʼʹʾʿ‹›',
  '"': '״“”„‟«»',
  '-': '־‐‒–—―−⁃',
  '/': '⁄∕',
  '.': '٫',
  ',': '،٬',
  0: '٠۰',
  1: '١۱',
  2: '٢۲',
  3: '٣۳',
  4: '٤۴',
  5: '٥۵',
  6: '٦۶',
  7: '٧۷',
  8: '٨۸',
  9: '٩۹',
}
const pairs = Object.entries(groups).flatMap(([to, all]) =>
  [...all].map((from) => [from, to] as const),
)
/** Each character of `from` is replaced by the character at the same index of `to`. */
export const alike = {
  from: pairs.map(([from]) => from).join(''),
  to: pairs.map(([, to]) => to).join(''),
}

/**
 * Folded length per character. Compatibility forms grow: one Arabic ligature becomes 18 characters.
 */
export const FOLD_GROWTH = 18

const stray = new RegExp(ignoredPattern, 'g')
const like = new Map(pairs)
const likeOther = new RegExp(`[${alike.from}]`, 'g')
/** Without this, an acute accent would become a space, and a double prime two marks. */
const decomposed = (text: string): string =>
  text.replaceAll('´', "'").replaceAll('″', '"').normalize('NFKD')
const ascii = /^\p{ASCII}*$/u

/** The result is at most `FOLD_GROWTH` times as long. Folding is idempotent. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return decomposed(text)
    .replace(stray, '')
    .toLowerCase()
    .replace(likeOther, (letter) => like.get(letter) ?? letter)
}

/**
 * Characters that people also write as two. Folded text keeps them, so existing columns stay valid.
 */
const asTwo: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe' }
export const twoForOne = Object.entries(asTwo)
const either = new RegExp(`${twoForOne.flat().join('|')}|ẞ`, 'gi')
/** Maximum varied characters per word, which gives 8 spellings. */
const MAX_VARIED = 3

/**
 * All spellings of a word: `strasse` and `stras` also match `straße` and `straß`. At most eight.
 */
export function waysToWrite(word: string): string[] {
  const ways = waysOfPairs(word)
  // An unfinished word may end within the pair of ß, the most common pair.
  return halfOfPair.test(word) && ways.length * 2 <= 2 ** MAX_VARIED
    ? [...ways, ...ways.map((way) => `${way.replace(/s$/i, '')}ß`)]
    : ways
}
const halfOfPair = /[\p{L}\p{M}]{2}(?<!s)s$/iu

function waysOfPairs(word: string): string[] {
  let ways = ['']
  let from = 0
  for (const { 0: found, index } of [...word.matchAll(either)].slice(0, MAX_VARIED)) {
    const said = found.toLowerCase()
    const [one = said, two = said] =
      twoForOne.find(([single, pair]) => single === said || pair === said) ?? []
    const before = word.slice(from, index)
    ways = ways.flatMap((way) => [`${way}${before}${one}`, `${way}${before}${two}`])
    from = index + found.length
  }
  return ways.map((way) => way + word.slice(from))
}

const withTwo = (folded: string): string =>
  folded.replaceAll(/[ßæœ]/g, (letter) => asTwo[letter] ?? letter)

/** Equal for names that a duplicate warning takes for the same. */
export const similarKey = (name: string): string =>
  withTwo(fold(name)).trim().replaceAll(/\s+/g, ' ')

const MAX_WORDS = 10

/**
 * The words of a search, decomposed but not folded. Drops words that fold to nothing. Decomposing
 * may add spaces and characters that are special in a pattern.
 */
export const searchWords = (search: string): string[] =>
  decomposed(search)
    .split(/\s+/)
    .filter((word) => fold(word) !== '')
    .slice(0, MAX_WORDS)

/** Filters lists that the page has completely, as the server searches. */
export function isFound(text: string, search: string): boolean {
  const folded = withTwo(fold(text))
  return searchWords(search).every((word) => folded.includes(withTwo(fold(word))))
}
