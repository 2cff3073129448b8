/**
 * Written from the left: between isolates it turns neither the words around it nor, where it stands
 * first, the whole sentence.
 */
const fromLeft = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u

/** A name as it stands in a sentence of this direction. */
export const isolated = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' && fromLeft.test(text) ? `\u2068${text}\u2069` : text
