/**
 * How large a picture is, by its first bytes: a browser that cannot hold it only says that it failed,
 * and a sound file would be called damaged. And which sizes are of use. Pure.
 */

/** A sheet of A0 at 300 dots an inch has 140 million; a picture of more is nobody's plan. */
export const MAX_PIXELS = 160_000_000

/** Of less nothing can be made out, nor a point be laid exactly. */
export const MIN_SIDE = 50
/** The longest of plans: of a row of platforms, or a tunnel. Of what is longer only a line is seen. */
export const MAX_PROPORTION = 40

export interface Size {
  width: number
  height: number
}
export type SizeFault = 'tooSmall' | 'tooLong'

export const isVast = ({ width, height }: Size): boolean => width * height > MAX_PIXELS

/** Of a page, whose units are points, it matters only how long it is. */
export const faultOfProportion = ({ width, height }: Size): 'tooLong' | null =>
  Math.max(width, height) > MAX_PROPORTION * Math.min(width, height) ? 'tooLong' : null

export const faultOfSize = (size: Size): SizeFault | null =>
  Math.min(size.width, size.height) < MIN_SIDE ? 'tooSmall' : faultOfProportion(size)

/** So much is read; in a photo the size stands behind its preview. */
export const HEAD_BYTES = 512 * 1024

/** Null where the bytes do not say it. */
export function sizeOf(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number) =>
    String.fromCharCode(...bytes.subarray(at, at + length))
  if (bytes.length < 30) return null
  if (text(1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) }
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return ofWebp(view, text(12, 4))
  return view.getUint16(0) === 0xff_d8 ? ofJpeg(view) : null
}

function ofWebp(view: DataView, kind: string): Size | null {
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (kind === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 }
  if (kind === 'VP8 ')
    return {
      width: view.getUint16(26, true) & 0x3f_ff,
      height: view.getUint16(28, true) & 0x3f_ff,
    }
  if (kind !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
}

/** Walks from segment to segment to the one that begins the frame. */
function ofJpeg(view: DataView): Size | null {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
