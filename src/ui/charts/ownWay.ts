/**
 * Words on a chart, which is drawn from left to right: where the page runs the other way they do so
 * too, else a date with its direction marks falls apart (`2611/`).
 */
export const ownWay = (words: string, isRtl: boolean): string =>
  isRtl ? `\u2067${words}\u2069` : words
