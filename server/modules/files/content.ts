/** What a file is by its first bytes, whatever its name or its sender says. */
const signatures: readonly [mime: string, fits: (head: Buffer) => boolean][] = [
  [
    'image/png',
    (head) =>
      head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  ],
  ['image/jpeg', (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  [
    'image/webp',
    (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  ],
  ['application/pdf', (head) => head.toString('latin1', 0, 5) === '%PDF-'],
]
export const HEAD = 16

/** The declared type where it can be believed: one that a browser shows must be what it says. */
export function mimeOf(declared: string, head: Buffer): string {
  const known = signatures.find(([mime]) => mime === declared)
  if (known === undefined)
    return /^[\w.+-]+\/[\w.+-]+$/.test(declared) ? declared : 'application/octet-stream'
  return known[1](head) ? declared : 'application/octet-stream'
}
