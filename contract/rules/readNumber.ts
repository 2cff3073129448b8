/** Converts Arabic and Persian digits and signs, and the Unicode minus, to ASCII. */
export const inLatinDigits = (raw: string): string =>
  raw
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066b/g, '.')
    .replace(/\u2212/g, '-')

/**
 * Parses a number as people type it: comma or point, spaces between thousands, Arabic digits, a
 * currency, percent or degree sign. The whole text must be a number; a part of it is never used.
 */
export type Typed =
  | { is: 'nothing' }
  | { is: 'noNumber' }
  /** `plain`: in JavaScript's notation. `unheld`: a double cannot store all the digits. */
  | { is: 'number' | 'unheld'; plain: string; value: number }

/**
 * Signs beside a number that are ignored. Units, fractions, powers and infinity change the meaning
 * (5 mm is not 5 m), so they are rejected.
 */
const sign = '\\p{Sc}%\u066a\u2030\u0609\uff05\u00b0\u2103\u2109'
const before = new RegExp(`^([+-]?)[${sign}]+`, 'u')
const behind = new RegExp(`[${sign}]+$`, 'u')

function plainNumber(raw: string, decimal: string): string {
  const latin = inLatinDigits(raw)
    // The comma of an Arabic keyboard.
    .replace(/\u060c/g, ',')
    // Text copied from a right-to-left page contains direction marks.
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
 * `decimal` is the decimal sign of the reader's language. If it is a point, `1,500` is one thousand
 * five hundred and `1,5` is one and a half.
 */
export function readTyped(raw: string, decimal: string): Typed {
  if (raw.replace(/[\s\p{Cf}]/gu, '') === '') return { is: 'nothing' }
  const plain = plainNumber(raw, decimal)
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return { is: 'noNumber' }
  const value = Number(plain)
  return { is: isHeld(plain, value) ? 'number' : 'unheld', plain, value }
}

/** Maximum decimals written by `writtenNumber`, so that the text can be read back. */
const MAX_DECIMALS = 20

/**
 * False if a double would lose digits. Doubles hold whole numbers up to nine million billion, and
 * about seventeen digits in all.
 */
function isHeld(plain: string, value: number): boolean {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > MAX_DECIMALS) return false
  const digits = `${whole.replace(/^0+/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`
  return writtenNumber(Math.abs(value), '.') === digits
}

/** Largest absolute value of a survey's answer (`contract/procedures/survey.ts`). */
export const MAX_ANSWER = 1e12

/** Returns null if the text is not a number that can be stored and sent. */
export function readNumber(raw: string, decimal: string): number | null {
  const typed = readTyped(raw, decimal)
  return typed.is === 'number' && Math.abs(typed.value) <= MAX_ANSWER ? typed.value : null
}

export type DecimalSign = ',' | '.'
/** `unclear`: the cells of the column, and of the file, show no sign, or both. */
export type ColumnSign = DecimalSign | 'unclear'

/** Spaces and apostrophes between thousands are certain, and how accounts write a minus. */
const withoutSpaces = (raw: string): string =>
  inLatinDigits(raw.replace(/[\u061c\u200e\u200f]/g, '').trim())
    .replace(/(?<=\d)[ \u00a0\u202f\u066c'\u2019](?=\d{3}(?!\d))/g, '')
    .replace(/^[\u2010-\u2013](?=[\d.,])/, '-')
    .replace(/^([\d.,]+)[-\u2012\u2013]$|^\(([\d.,]+)\)$/, '-$1$2')

/** `12.345` and `12,345`: twelve and a fraction, or twelve thousand. */
const twoWays = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/
export const readsTwoWays = (raw: string): boolean => twoWays.test(inLatinDigits(raw.trim()))

/**
 * The decimal sign that a cell shows beyond doubt; null if it shows none. What stands around the
 * number, such as a unit, is ignored.
 */
export function decimalSignIn(raw: string): DecimalSign | null {
  const shown = inLatinDigits(raw.trim()).replace(/^[^\d.,]+|[^\d.,]+$/g, '')
  if (readsTwoWays(shown)) return null
  const number = withoutSpaces(shown)
  for (const [decimal, group] of [
    ['.', ','],
    [',', '.'],
  ] as const)
    if (
      groupedBy(group, decimal).test(number) ||
      (number.split(decimal).length === 2 && /^\d*[.,]\d+$/.test(number))
    )
      return decimal
  return null
}

/**
 * Parses a number in a cell of a file; null if it is not a number. The user does not see the
 * result, so only certain thousands separators are removed. `decimal` is the sign that the column
 * shows elsewhere; without it, a single comma or point is the decimal sign.
 */
export function cellNumber(raw: string, decimal: DecimalSign | null = null): number | null {
  const latin = withoutSpaces(raw)
  const sign = readsTwoWays(raw) ? twoWays.exec(latin)?.[1] : undefined
  const plain =
    decimal !== null && sign !== undefined && sign !== decimal
      ? latin.replace(sign, '')
      : groupedBy(',', '.').test(latin)
        ? latin.replaceAll(',', '')
        : groupedBy('.', ',').test(latin)
          ? latin.replaceAll('.', '').replace(',', '.')
          : latin.replace(',', '.')
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/**
 * Matches thousands separators. They are certain only if a decimal sign follows or there are
 * several; a single one may be a decimal sign.
 */
const groupedBy = (sign: DecimalSign, decimal: DecimalSign) =>
  new RegExp(`^[+-]?\\d{1,3}((\\${sign}\\d{3})+\\${decimal}\\d+|(\\${sign}\\d{3}){2,})$`)

/** Text that `readNumber` reads back: all digits, no thousands separators, no exponent. */
export const writtenNumber = (value: number, decimal: string): string =>
  value
    .toLocaleString('en', { useGrouping: false, maximumFractionDigits: MAX_DECIMALS })
    .replace('.', decimal)
