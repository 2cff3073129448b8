/**
 * Code 39 in Full ASCII (ISO/IEC 16388): pairs of a shift sign and a letter stand for characters that
 * Code 39 does not have. The bars do not say whether a label means the pairs or the signs.
 */

/** By shift sign, in runs of letters: the code of the character that the first one stands for. */
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
 * What the label says if it is Full ASCII. Null if it cannot be: a shift sign without its letter, or
 * none at all.
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
    // X, Y and Z of % all stand for DEL.
    const offset = sign === '%' && to === 'Z' ? 0 : letter.charCodeAt(0) - from.charCodeAt(0)
    text += String.fromCharCode(first + offset)
    pairs += 1
  }
  return pairs === 0 ? null : text
}
