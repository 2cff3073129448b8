/**
 * ZPL II, which label printers of Zebra and compatible ones read. Each label is one picture, so that
 * it prints as shown, in every script, whatever fonts the printer has.
 */

/** One bit per dot, from the left and top. Rows begin at a byte. A set bit is black. */
export interface Picture {
  width: number
  height: number
  bits: Uint8Array
}

export const bytesInRow = (width: number): number => Math.ceil(width / 8)

export function zplLabel({ width, height, bits }: Picture): string {
  const row = bytesInRow(width)
  const size = row * height
  // ^PW and ^LL: width and length of the label. ^GFA: a graphic field, hexadecimal.
  return `^XA^PW${width}^LL${height}^LH0,0^LS0^FO0,0^GFA,${size},${size},${row},${compressed(bits, row)}^FS^XZ\n`
}

/**
 * Compresses hexadecimal data as in the ZPL II guide: `:` repeats the row above, `,` fills with 0,
 * a count precedes a repeated digit. Avoids `!`, which interpreters read differently.
 */
function compressed(bits: Uint8Array, row: number): string {
  const rows: string[] = []
  let before = ''
  for (let from = 0; from < bits.length; from += row) {
    let digits = ''
    for (let at = from; at < from + row; at += 1)
      digits += (bits[at] ?? 0).toString(16).padStart(2, '0')
    const line = digits.toUpperCase()
    rows.push(line === before ? ':' : rowOf(line))
    before = line
  }
  return rows.join('')
}

function rowOf(line: string): string {
  const inked = line.replace(/0+$/, '')
  const runs = inked.match(/(.)\1*/g) ?? []
  const end = inked === line ? '' : ','
  return runs.map((run) => countOf(run.length) + (run[0] ?? '')).join('') + end
}

/** Repeat count: `g` to `z` stand for 20 to 400, `G` to `Y` for 1 to 19. Signs add up. */
function countOf(length: number): string {
  if (length === 1) return ''
  if (length > 400) return `z${countOf(length - 400)}`
  const twenties = Math.floor(length / 20)
  const ones = length % 20
  return (
    (twenties === 0 ? '' : String.fromCharCode(102 + twenties)) +
    (ones === 0 ? '' : String.fromCharCode(70 + ones))
  )
}
