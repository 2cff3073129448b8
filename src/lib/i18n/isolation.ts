/**
 * Scripts written from the left. Inside isolates they change neither the words around them nor the
 * direction of the sentence.
 */
const fromLeft = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u

const isolates = /\u2068[^\u2069]*\u2069/g

/**
 * A name inside a sentence of this direction. A list of isolated names gets no isolate around it:
 * its commas and words follow the sentence.
 */
export const isolated = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' && fromLeft.test(text.replace(isolates, '')) ? `\u2068${text}\u2069` : text
