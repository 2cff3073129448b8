/**
 * Truncates text without splitting a surrogate pair: PostgreSQL refuses JSON with a lone half, and
 * UTF-8 cannot encode one. Lengths count UTF-16 units, as zod and input fields do.
 */

/** For values that people do not read. Use `truncate` for text they read. */
export function prefix(text: string, max: number): string {
  if (text.length <= max) return text
  return text.slice(0, isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max)
}

/** At most `max` long. Ends in … if truncated. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : `${prefix(text, max - 1)}…`

export function truncateFileName(name: string, max: number): string {
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  if (name.length <= max || extension.length >= max) return truncate(name, max)
  return truncate(name.slice(0, name.length - extension.length), max - extension.length) + extension
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
