/**
 * How many pixels a picture has, by its first bytes: a browser that cannot hold it only says that it
 * failed, and a sound file would be called damaged.
 */

/** A sheet of A0 at 300 dots an inch has 140 million; a picture of more is nobody's plan. */
export const MAX_PIXELS = 160_000_000

/** So much is read; in a photo the size stands behind its preview. */
export const HEAD_BYTES = 512 * 1024

/** Null where the bytes do not say it. */
export function pixelsOf(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number) =>
    String.fromCharCode(...bytes.subarray(at, at + length))
  if (bytes.length < 30) return null
  if (text(1, 3) === 'PNG') return view.getUint32(16) * view.getUint32(20)
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return ofWebp(view, text(12, 4))
  return view.getUint16(0) === 0xff_d8 ? ofJpeg(view) : null
}

function ofWebp(view: DataView, kind: string): number | null {
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (kind === 'VP8X') return (three(24) + 1) * (three(27) + 1)
  if (kind === 'VP8 ')
    return (view.getUint16(26, true) & 0x3f_ff) * (view.getUint16(28, true) & 0x3f_ff)
  if (kind !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return ((bits & 0x3f_ff) + 1) * (((bits >>> 14) & 0x3f_ff) + 1)
}

/** Walks from segment to segment to the one that begins the frame. */
function ofJpeg(view: DataView): number | null {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7)
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
