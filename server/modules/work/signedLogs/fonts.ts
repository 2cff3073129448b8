import { createRequire } from 'node:module'
import { Font } from '@react-pdf/renderer'

const require = createRequire(import.meta.url)
const scripts = {
  latin: '@fontsource/noto-sans/files/noto-sans-latin',
  latinExt: '@fontsource/noto-sans/files/noto-sans-latin-ext',
  cyrillic: '@fontsource/noto-sans/files/noto-sans-cyrillic',
  greek: '@fontsource/noto-sans/files/noto-sans-greek',
  hebrew: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
  // Its glyphs include their dots. react-pdf misplaces dots that are separate glyphs, as in Noto,
  // and loses the first character of a line.
  arabic: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic',
}
/** For `fontFamily`: the first font with the character is used. */
export const families = Object.keys(scripts)
/**
 * Registers the fonts again for each drawing. Drawing a composed character (ض of ص and a dot, é of
 * e) makes fontkit cache its parts without their Unicode value. The next drawing would lose them at
 * line ends and in copied text. A process draws one document at a time.
 */
export async function prepareFonts(): Promise<void> {
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
  for (const family of ['hebrew', 'arabic'])
    for (const source of known[family]?.sources ?? []) {
      await source.load()
      if (source.data !== null) turnLigatures(source.data)
    }
  // Disables hyphenation, which follows English rules.
  Font.registerHyphenationCallback((word) => [word])
}

type Fontkit = NonNullable<
  ReturnType<typeof Font.getRegisteredFonts>[string]['sources'][number]['data']
>

/**
 * A mark between the characters of a ligature (يتغيّر) would be read after them. Such a word is
 * drawn without ligatures, unless it has lam with alef, which have no other form.
 */
function layoutInOrder(layout: Layout, text: string, ...[features, ...others]: unknown[]): Run {
  const run = layout(text, features, ...others)
  const isTorn = run.glyphs.some(
    ({ codePoints }, at) => codePoints.length > 1 && isMark(run.glyphs[at + 1]),
  )
  return isTorn && !lamAlef.test(text) ? layout(text, { rlig: false }, ...others) : run
}
interface Run {
  glyphs: readonly { codePoints: number[] }[]
}
type Layout = (text: string, ...others: unknown[]) => Run
const isMark = (glyph: Run['glyphs'][number] | undefined): boolean =>
  /^\p{M}/u.test(String.fromCodePoint(...(glyph?.codePoints ?? [])))
const lamAlef = /ل\p{M}*[اأإآ]/u

/**
 * Gives the characters of a right-to-left ligature in the order of drawing, as its neighbours stand.
 * Readers turn the line around, character by character: otherwise they read نوفمبر as نوفمرب.
 * Seen with pdf.js 5.4, PDFium (@hyzyla/pdfium 2.1.13) and poppler 22.12.
 */
function turnLigatures(font: Fontkit): void {
  const layout: Layout = font.layout.bind(font)
  const turned = new WeakSet<object>()
  font.layout = (...given: Parameters<Layout>) => {
    const run = layoutInOrder(layout, ...given)
    for (const glyph of run.glyphs) {
      if (glyph.codePoints.length < 2 || turned.has(glyph)) continue
      turned.add(glyph)
      glyph.codePoints.reverse()
    }
    return run
  }
}

/** Text direction depends on its content; text without strong characters follows the page. */
const strong = /[\p{Script=Hebrew}\p{Script=Arabic}]|(\p{L})/u
export function directionOf(text: string, isTurned: boolean): 'rtl' | 'ltr' {
  const found = strong.exec(text)
  if (found === null) return isTurned ? 'rtl' : 'ltr'
  return found[1] === undefined ? 'rtl' : 'ltr'
}
