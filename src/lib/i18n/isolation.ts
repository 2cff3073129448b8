/**
 * Written from the left: between isolates it turns neither the words around it nor, where it stands
 * first, the whole sentence.
 */
const fromLeft = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u

const isolates = /\u2068[^\u2069]*\u2069/g

/**
 * A name as it stands in a sentence of this direction. A list whose names are isolated already gets
 * no isolate around it: its commas and words run in the direction of the sentence.
 */
export const isolated = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' && fromLeft.test(text.replace(isolates, '')) ? `\u2068${text}\u2069` : text
