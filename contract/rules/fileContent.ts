/** Detects a file's type from its first bytes, whatever its name or its declared type. */
const signatures: readonly [mime: string, begins: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['application/pdf', /^%PDF-/],
]

/** Bytes that `mimeOf` needs. */
export const HEAD = 16

/**
 * Returns the declared type if it is trustworthy. A type that a browser renders must match the
 * bytes.
 */
export function mimeOf(declared: string, head: Uint8Array): string {
  const known = signatures.find(([mime]) => mime === declared)
  if (known === undefined)
    return /^[\w.+-]+\/[\w.+-]+$/.test(declared) ? declared : 'application/octet-stream'
  const bytes = String.fromCharCode(...head.subarray(0, HEAD))
  return known[1].test(bytes) ? declared : 'application/octet-stream'
}
