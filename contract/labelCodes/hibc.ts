/**
 * HIBC labels of health care suppliers (ANSI/HIBC 2.6): a primary part names the product, a
 * secondary part its lot or serial number and its dates; `/` joins them.
 */

export interface Hibc {
  /** Labeler's code and product number, as printed after `+`. Undefined if only secondary. */
  product?: { labeler: string; number: string }
  serial?: string
  lot?: string
  /** yyyy-mm-dd. */
  expiresOn?: string
  producedOn?: string
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

/** Modulo 43, as in Code 39. Returns null if a character has no value. */
export function checkCharacterOf(text: string): string | null {
  let sum = 0
  for (const character of text) {
    const value = CHARACTERS.indexOf(character)
    if (value < 0) return null
    sum += value
  }
  return CHARACTERS[sum % CHARACTERS.length] ?? null
}

/** Null if the text is not an HIBC label. Scanners may drop a check character that is a space. */
export function readHibc(text: string): Hibc | null {
  const given = text.toUpperCase()
  const whole = checkCharacterOf(given) === ' ' ? `${given} ` : given
  if (!/^\+[A-Z0-9$]/.test(whole)) return null
  // `given` first: with the check character J, both have a right one.
  const content = [given, whole].find(
    (each) => each.length > 2 && checkCharacterOf(each.slice(0, -1)) === each.at(-1),
  )
  if (content === undefined) return null
  const body = content.slice(1, -1)
  const primary = /^([A-Z][A-Z0-9]{3})([A-Z0-9]{1,18})\d(?:\/([^]*))?$/.exec(body)
  if (primary === null) {
    // A secondary part alone ends with a link character: the check character of its primary part.
    return secondaryOf(body.slice(0, -1))
  }
  const [, labeler = '', number = '', rest] = primary
  const product = { labeler, number }
  if (rest === undefined) return { product }
  return { product, ...secondaryOf(rest) }
}

function secondaryOf(text: string): Hibc | null {
  const [first = '', ...others] = text.split('/')
  const read = referenceOf(first)
  if (read === null) return null
  for (const each of others) {
    if (/^S./.test(each)) read.serial = each.slice(1)
    const [, kind, day] = /^(14D|16D)(\d{8})$/.exec(each) ?? []
    if (day !== undefined) read[kind === '14D' ? 'expiresOn' : 'producedOn'] = isoDay(day)
  }
  return read
}

/**
 * Parses `$` lot, `$+` serial, `$$` quantity and date before the lot, or five digits: yyjjj and
 * lot.
 */
function referenceOf(text: string): Hibc | null {
  const [, day, lotOfDay] = /^(\d{5})([A-Z0-9-. ]*)$/.exec(text) ?? []
  if (day !== undefined) return { ...named('lot', lotOfDay ?? ''), ...dated(julian(day)) }
  const [, single, reference] = /^\$(\+?)([^$+]+)$/.exec(text) ?? []
  if (reference !== undefined) return named(single === '+' ? 'serial' : 'lot', reference)
  const [, sign, coded] = /^\$\$(\+?)([^]*)$/.exec(text) ?? []
  if (coded === undefined) return null
  const kind = sign === '+' ? 'serial' : 'lot'
  const content = coded.replace(/^(?:8\d{2}|9\d{5})/, '')
  for (const [pattern, dayOf] of datedForms) {
    const [, date, value] = pattern.exec(content) ?? []
    if (date !== undefined) return { ...named(kind, value ?? ''), ...dated(dayOf(date)) }
  }
  return content === '' || content === '7' ? {} : named(kind, content.replace(/^7/, ''))
}

const named = (kind: 'serial' | 'lot', value: string): Hibc =>
  value === '' ? {} : { [kind]: value }
const dated = (day: string | undefined): Hibc => (day === undefined ? {} : { expiresOn: day })

const datedForms: readonly (readonly [RegExp, (digits: string) => string | undefined])[] = [
  [/^((?:0[1-9]|1[0-2])\d\d)([^]*)$/, (mmyy) => lastDayOf(mmyy.slice(2), mmyy.slice(0, 2))],
  [
    /^2((?:0[1-9]|1[0-2])\d{4})([^]*)$/,
    (mmddyy) => isoDay(`20${mmddyy.slice(4)}${mmddyy.slice(0, 4)}`),
  ],
  [/^3(\d{6})([^]*)$/, (yymmdd) => isoDay(`20${yymmdd}`)],
  [/^4(\d{8})([^]*)$/, (hours) => isoDay(`20${hours.slice(0, 6)}`)],
  [/^5(\d{5})([^]*)$/, (yyjjj) => julian(yyjjj)],
  [/^6(\d{7})([^]*)$/, (hours) => julian(hours.slice(0, 5))],
]

/** Undefined if the day does not exist. */
function isoDay(digits: string): string | undefined {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined
}

const lastDayOf = (yy: string, mm: string): string =>
  new Date(Date.UTC(2000 + Number(yy), Number(mm), 0)).toISOString().slice(0, 10)

/** Converts two digits of the year and the day of the year. */
function julian(yyjjj: string): string | undefined {
  const date = new Date(Date.UTC(2000 + Number(yyjjj.slice(0, 2)), 0, Number(yyjjj.slice(2))))
  const isWithin =
    date.getUTCFullYear() === 2000 + Number(yyjjj.slice(0, 2)) && yyjjj.slice(2) !== '000'
  return isWithin ? date.toISOString().slice(0, 10) : undefined
}
