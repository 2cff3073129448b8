/** The letters of a PDF in every language of the product, and which way its lines run. */
import { createRequire } from 'node:module'
import { Font } from '@react-pdf/renderer'

const require = createRequire(import.meta.url)
const scripts = {
  latin: '@fontsource/noto-sans/files/noto-sans-latin',
  latinExt: '@fontsource/noto-sans/files/noto-sans-latin-ext',
  cyrillic: '@fontsource/noto-sans/files/noto-sans-cyrillic',
  greek: '@fontsource/noto-sans/files/noto-sans-greek',
  hebrew: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
  // Its letters have their dots within: react-pdf loses the place of dots that are glyphs apart, as
  // those of Noto are, and with them the first letter of a line.
  arabic: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic',
}
/** For `fontFamily`: the first that has the letter. */
export const families = Object.keys(scripts)
/**
 * Anew for each drawing. Writing a letter that is made of others (ض of ص and a dot, é of e) makes
 * fontkit keep those without what they stand for; the next drawing would lose them at the end of
 * a line, and in what is copied or searched. A thread draws one at a time.
 */
export function prepareFonts(): void {
  const known = Font.getRegisteredFonts()
  for (const [family, file] of Object.entries(scripts)) {
    delete known[family]
    for (const weight of [400, 700])
      Font.register({
        family,
        fontWeight: weight,
        src: require.resolve(`${file}-${weight}-normal.woff`),
      })
  }
  // Words are broken where they may be, not hyphenated by the rules of English.
  Font.registerHyphenationCallback((word) => [word])
}

/** Which way a text runs is in the hands of who wrote it; what has no letters follows the page. */
const strong = /[\p{Script=Hebrew}\p{Script=Arabic}]|(\p{L})/u
export function directionOf(text: string, isTurned: boolean): 'rtl' | 'ltr' {
  const found = strong.exec(text)
  if (found === null) return isTurned ? 'rtl' : 'ltr'
  return found[1] === undefined ? 'rtl' : 'ltr'
}
