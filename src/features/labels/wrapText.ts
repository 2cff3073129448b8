/**
 * Breaks text into at most `most` lines of `width`, between words where it can. `measure` gives the
 * width of a text. If the text does not fit, the last line ends with an ellipsis.
 */
export function wrapText(
  text: string,
  { width, most, measure }: { width: number; most: number; measure(part: string): number },
): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const fits = (part: string): boolean => measure(part) <= width
  const parts = words.flatMap((word) => breakWord(word, fits))
  const lines: string[] = []
  for (const { part, isNew } of parts) {
    const line = lines.at(-1)
    const longer = line === undefined ? part : line + (isNew ? ' ' : '') + part
    if (line !== undefined && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), cut(lines.slice(most - 1), fits)]
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

function breakWord(word: string, fits: (part: string) => boolean) {
  const parts = [{ part: '', isNew: true }]
  if (fits(word)) return [{ part: word, isNew: true }]
  for (const character of charactersOf(word)) {
    const last = parts.at(-1)
    if (last !== undefined && (last.part === '' || fits(last.part + character)))
      last.part += character
    else parts.push({ part: character, isNew: false })
  }
  return parts
}

function cut(lines: readonly string[], fits: (part: string) => boolean): string {
  const characters = charactersOf(lines.join(' '))
  let line = ''
  for (const character of characters) {
    if (!fits(`${line}${character}…`)) break
    line += character
  }
  return `${line.trimEnd()}…`
}
