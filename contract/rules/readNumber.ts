/** Digits and signs of Arabic and Persian as programs write them, and the true minus. */
export const inLatinDigits = (raw: string): string =>
  raw
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066b/g, '.')
    .replace(/\u2212/g, '-')

/**
 * A number as people type it: comma or point, spaces between thousands, Arabic digits, signs of
 * money, of percent and of degrees before it or behind. What is typed either is a number, is one
 * that cannot be kept digit for digit, or is none: a number is never made of a part of it.
 */
export type Typed =
  | { is: 'nothing' }
  | { is: 'noNumber' }
  /** `plain`: as a program reads it. `unheld`: what would be kept has other digits. */
  | { is: 'number' | 'unheld'; plain: string; value: number }

/**
 * The signs beside a number that say nothing about how much it is of what is asked for. Letters do
 * (5 mm is not 5 m), and so do fractions, powers and infinity: these are no such signs.
 */
const sign = '\\p{Sc}%\u066a\u2030\u0609\uff05\u00b0\u2103\u2109'
const before = new RegExp(`^([+-]?)[${sign}]+`, 'u')
const behind = new RegExp(`[${sign}]+$`, 'u')

/** `decimal`: as `readTyped` has it. */
function plainNumber(raw: string, decimal: string): string {
  const latin = inLatinDigits(raw)
    // The comma of an Arabic keyboard.
    .replace(/\u060c/g, ',')
    // Marks of direction come with what is copied from a text that is written from the right.
    .replace(/[\s\u066c\p{Cf}]/gu, '')
    .replace(/[\u2010-\u2013\u2212\ufe63\uff0d]/g, '-')
    .replace(before, '$1')
    .replace(behind, '')
    .replace(/^\+/, '')
  if (/^-?\d{1,3}(['\u2019]\d{3})+([.,]\d*)?$/.test(latin))
    return latin.replace(/['\u2019]/g, '').replace(',', '.')
  const isGrouped = decimal !== ',' && /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(latin)
  return isGrouped ? latin.replaceAll(',', '') : latin.replaceAll(',', '.')
}

/**
 * `decimal`: how the reader's language begins a fraction; where that is a point, `1,500` is one
 * thousand five hundred and `1,5` one and a half.
 */
export function readTyped(raw: string, decimal: string): Typed {
  if (raw.replace(/[\s\p{Cf}]/gu, '') === '') return { is: 'nothing' }
  const plain = plainNumber(raw, decimal)
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return { is: 'noNumber' }
  const value = Number(plain)
  return { is: isHeld(plain, value) ? 'number' : 'unheld', plain, value }
}

/** As many decimals as `writtenNumber` writes: what is kept can be read again where it stands. */
const MAX_DECIMALS = 20

/**
 * Is each digit kept? A number of the machine holds whole ones up to nine million billion, and some
 * seventeen digits in all; further ones it changes without a word.
 */
function isHeld(plain: string, value: number): boolean {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > MAX_DECIMALS) return false
  const digits = `${whole.replace(/^0+/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`
  return writtenNumber(Math.abs(value), '.') === digits
}

/** What a survey's answer takes, on either side of nothing (`contract/procedures/survey.ts`). */
export const MAX_ANSWER = 1e12

/** Null when it is not one that can be kept and sent. */
export function readNumber(raw: string, decimal: string): number | null {
  const typed = readTyped(raw, decimal)
  return typed.is === 'number' && Math.abs(typed.value) <= MAX_ANSWER ? typed.value : null
}

/**
 * A number in a cell of a file, null when it is none. Nobody sees there what became of it, so
 * nothing is left out but what stands between thousands, and that only where it can be nothing else:
 * one comma alone begins a fraction, as files have it whatever the language.
 */
export function cellNumber(raw: string): number | null {
  const latin = inLatinDigits(raw.replace(/[\u061c\u200e\u200f]/g, '').trim()).replace(
    /(?<=\d)[ \u00a0\u202f\u066c](?=\d{3}(?!\d))/g,
    '',
  )
  const plain = groupedBy(',', '.').test(latin)
    ? latin.replaceAll(',', '')
    : groupedBy('.', ',').test(latin)
      ? latin.replaceAll('.', '').replace(',', '.')
      : latin.replace(',', '.')
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** Thousands that a fraction follows, or that are several: one alone might be a fraction itself. */
const groupedBy = (sign: ',' | '.', decimal: ',' | '.') =>
  new RegExp(`^[+-]?\\d{1,3}((\\${sign}\\d{3})+\\${decimal}\\d+|(\\${sign}\\d{3}){2,})$`)

/** As `readNumber` reads it: all its digits, however small it is, and none between thousands. */
export const writtenNumber = (value: number, decimal: string): string =>
  value
    .toLocaleString('en', { useGrouping: false, maximumFractionDigits: MAX_DECIMALS })
    .replace('.', decimal)
