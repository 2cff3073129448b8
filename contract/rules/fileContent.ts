/** What a file is by its first bytes, whatever its name or its sender says. */
const signatures: readonly [mime: string, begins: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['application/pdf', /^%PDF-/],
]

/** So many bytes tell. */
export const HEAD = 16

/** The declared type where it can be believed: one that a browser shows must be what it says. */
export function mimeOf(declared: string, head: Uint8Array): string {
  const known = signatures.find(([mime]) => mime === declared)
  if (known === undefined)
    return /^[\w.+-]+\/[\w.+-]+$/.test(declared) ? declared : 'application/octet-stream'
  const bytes = String.fromCharCode(...head.subarray(0, HEAD))
  return known[1].test(bytes) ? declared : 'application/octet-stream'
}
