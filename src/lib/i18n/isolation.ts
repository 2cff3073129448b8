const rightToLeft = '[\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}]'

const otherLetters = {
  ltr: new RegExp(rightToLeft, 'u'),
  rtl: new RegExp(`(?!${rightToLeft})\\p{L}`, 'u'),
}

/** A sign at the edge of a number: without an isolate, a Hebrew sentence shows -3 as 3-. */
const signedNumber = /^[-+±−~<>]\s?\d|\d\s?[-+±−]$/u

const isolates = /\u2068[^\u2069]*\u2069/g

/**
 * A name inside a sentence of this direction. Only text of the other direction needs an isolate,
 * because screen readers and copied texts contain these characters. A list of isolated names gets
 * no isolate around it: its commas and words follow the sentence.
 */
export function isolated(text: string, direction: 'ltr' | 'rtl'): string {
  const bare = text.replace(isolates, '')
  const isOther = otherLetters[direction].test(bare)
  const isTurned = direction === 'rtl' && signedNumber.test(bare)
  return isOther || isTurned ? `\u2068${text}\u2069` : text
}

/**
 * The form of a name that `Intl.ListFormat` needs: Hebrew writes ו before Hebrew and ו- before
 * other text, so isolates and quotes are dropped.
 */
export const firstLetters = (text: string): string =>
  text.replace(/[\u2066-\u2069]/g, '').replace(/^[\s"'“”„‘’«»(]+/u, '') || text
