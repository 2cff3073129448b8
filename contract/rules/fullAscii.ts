/**
 * Code 39 in Full ASCII (ISO/IEC 16388): a shift sign and A to Z encode a character that Code 39
 * lacks. The bars do not say whether a label uses Full ASCII.
 */

/** By shift sign: ranges from A to Z, and the code of each range's first character. */
const RUNS: Readonly<
  Record<string, readonly (readonly [from: string, to: string, first: number])[]>
> = {
  $: [['A', 'Z', 0x01]],
  '+': [['A', 'Z', 0x61]],
  '/': [
    ['A', 'O', 0x21],
    ['Z', 'Z', 0x3a],
  ],
  '%': [
    ['A', 'E', 0x1b],
    ['F', 'J', 0x3b],
    ['K', 'O', 0x5b],
    ['P', 'T', 0x7b],
    ['U', 'U', 0x00],
    ['V', 'V', 0x40],
    ['W', 'W', 0x60],
    ['X', 'Z', 0x7f],
  ],
}

/**
 * Decodes a label as Full ASCII. Returns null if a shift sign stands alone or there is no shift
 * sign.
 */
export function readFullAscii(printed: string): string | null {
  let text = ''
  let pairs = 0
  for (let at = 0; at < printed.length; at += 1) {
    const sign = printed[at] ?? ''
    const runs = RUNS[sign]
    if (runs === undefined) {
      text += sign
      continue
    }
    at += 1
    const letter = printed[at] ?? ''
    const run = runs.find(([from, to]) => letter >= from && letter <= to)
    if (run === undefined) return null
    const [from, to, first] = run
    // %X, %Y and %Z all encode DEL.
    const offset = sign === '%' && to === 'Z' ? 0 : letter.charCodeAt(0) - from.charCodeAt(0)
    text += String.fromCharCode(first + offset)
    pairs += 1
  }
  return pairs === 0 ? null : text
}
