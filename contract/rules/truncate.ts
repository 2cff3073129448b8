/**
 * Cutting a text to a length. A cut never halves a surrogate pair: PostgreSQL refuses JSON with a
 * lone half, and UTF-8 cannot hold one. Lengths count UTF-16 units, as zod and input fields do.
 */

/** The beginning of the text, for values that nobody reads. Use `truncate` where somebody does. */
export function prefix(text: string, max: number): string {
  if (text.length <= max) return text
  return text.slice(0, isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max)
}

/** At most `max` long; ends in … if something was cut. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : `${prefix(text, max - 1)}…`

/** The same, but the extension of the file stays. */
export function truncateFileName(name: string, max: number): string {
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  if (name.length <= max || extension.length >= max) return truncate(name, max)
  return truncate(name.slice(0, name.length - extension.length), max - extension.length) + extension
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
