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
  const latin = raw
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066b/g, '.')
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

/** What a survey's answer takes, on either side of nothing (`contract/survey.ts`). */
export const MAX_ANSWER = 1e12

/** Null when it is not one that can be kept and sent. */
export function readNumber(raw: string, decimal: string): number | null {
  const typed = readTyped(raw, decimal)
  return typed.is === 'number' && Math.abs(typed.value) <= MAX_ANSWER ? typed.value : null
}

/** As `readNumber` reads it: all its digits, however small it is, and none between thousands. */
export const writtenNumber = (value: number, decimal: string): string =>
  value
    .toLocaleString('en', { useGrouping: false, maximumFractionDigits: MAX_DECIMALS })
    .replace('.', decimal)
