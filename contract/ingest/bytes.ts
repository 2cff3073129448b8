/** Maximum. An advertisement has 31 bytes; an extended one has 254 per part. */
const BYTES_MAXIMUM = 1_024

export function bytesOf(hex: unknown): Uint8Array | null {
  if (typeof hex !== 'string' || hex.length > BYTES_MAXIMUM * 2 || hex.length % 2 !== 0) return null
  if (!/^[0-9a-f]*$/i.test(hex)) return null
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

export const uint8At = (data: Uint8Array, at: number): number => data[at] ?? 0
/** Little-endian, as nearly all of Bluetooth is. */
export const uint16At = (data: Uint8Array, at: number): number =>
  uint8At(data, at) | (uint8At(data, at + 1) << 8)
export const bigEndian16At = (data: Uint8Array, at: number): number =>
  (uint8At(data, at) << 8) | uint8At(data, at + 1)
export const bigEndian24At = (data: Uint8Array, at: number): number =>
  (bigEndian16At(data, at) << 8) | uint8At(data, at + 2)
export const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits)
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
export const hexOf = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')
