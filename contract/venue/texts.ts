/** Reads texts and numbers from untrusted files. */
import { truncate } from '#contract/rules/truncate.ts'
import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { hasVisible } from '#contract/rules/visible.ts'

export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/**
 * Accepts a text, a number, or an object of texts by language; the first that is not empty wins,
 * English first.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return wordsOf(value)
  if (typeof value === 'number') return String(value)
  const languages = fieldsOf(value)
  return textOfFirst([languages['en'], ...Object.values(languages)])
}
/** As `textOf`, for names: a text without a letter or digit, such as `-`, names nothing. */
export function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return named(textOf(value))
  const languages = fieldsOf(value)
  return textOfFirst([languages['en'], ...Object.values(languages)].map(nameOf))
}
const named = (text: string): string => (/[\p{L}\p{N}]/u.test(text) ? text : '')

const textOfFirst = (values: readonly unknown[]): string =>
  values.map((one) => (typeof one === 'string' ? wordsOf(one) : '')).find((one) => one !== '') ?? ''

/**
 * Makes text safe to store: replaces control characters and lone surrogates, cuts at 200. Returns
 * '' if nothing is visible.
 */
export function wordsOf(text: string): string {
  const words = truncate(text.replace(/[\u0000-\u001f\u007f]/g, ' '), 200)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .trim()
  return hasVisible(words) ? words : ''
}

/** Floor number relative to the ground, also from text. Returns null if it is not a number. */
export function ordinalOf(value: unknown): number | null {
  const number =
    typeof value === 'string' && value.trim() !== '' ? Number(inLatinDigits(value)) : value
  return typeof number === 'number' && Number.isFinite(number)
    ? Math.max(-200, Math.min(200, Math.round(number)))
    : null
}
