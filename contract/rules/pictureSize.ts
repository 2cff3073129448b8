/**
 * Reads a picture's size from its header before anything decodes it. A header may lie: the server
 * decodes only in a process with bounded memory (server/kernel/work/threads.ts).
 */

/** Maximum pixels per uploaded picture. The largest usual phone photo has 50 million. */
export const PICTURE_PIXELS = 40_000_000
/** Maximum pixels of all pictures in one document (a sealed PDF). */
export const DOCUMENT_PIXELS = 50_000_000

export interface Size {
  width: number
  height: number
}

export const pixelsOf = ({ width, height }: Size): number => width * height

type Ask = { take: number } | { skip: number }
/** Yields requests for bytes. Returns null if the bytes contain no size. */
type Reading = Generator<Ask, Size | null, Uint8Array>

function* take(count: number): Generator<Ask, DataView, Uint8Array> {
  const bytes = yield { take: count }
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
const textOf = (view: DataView, at: number, length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join('')

function* readSize(): Reading {
  const head = yield* take(4)
  if (head.getUint16(0) === 0xff_d8) return yield* readJpeg(head)
  if (textOf(head, 1, 3) === 'PNG') return yield* readPng()
  if (textOf(head, 0, 4) === 'GIF8') return yield* readGif()
  if (textOf(head, 0, 4) === 'RIFF') return yield* readWebp()
  return null
}

/** Apple's tools write a `CgBI` chunk before the header. */
function* readPng(): Reading {
  yield { skip: 4 }
  for (let chunks = 0; chunks < 8; chunks += 1) {
    const chunk = yield* take(8)
    if (textOf(chunk, 4, 4) === 'IHDR') {
      const size = yield* take(8)
      return { width: size.getUint32(0), height: size.getUint32(4) }
    }
    yield { skip: chunk.getUint32(0) + 4 }
  }
  return null
}

/** The first frame can be larger than the logical screen; browsers enlarge the canvas to fit. */
function* readGif(): Reading {
  const screen = yield* take(9)
  const size = { width: screen.getUint16(2, true), height: screen.getUint16(4, true) }
  const flags = screen.getUint8(6)
  if (flags & 0x80) yield { skip: 3 * 2 ** ((flags & 7) + 1) }
  for (;;) {
    const kind = (yield* take(1)).getUint8(0)
    if (kind === 0x2c) {
      const frame = yield* take(8)
      return {
        width: Math.max(size.width, frame.getUint16(0, true) + frame.getUint16(4, true)),
        height: Math.max(size.height, frame.getUint16(2, true) + frame.getUint16(6, true)),
      }
    }
    if (kind !== 0x21) return size
    yield { skip: 1 }
    for (;;) {
      const length = (yield* take(1)).getUint8(0)
      if (length === 0) break
      yield { skip: length }
    }
  }
}

function* readWebp(): Reading {
  const head = yield* take(26)
  if (textOf(head, 4, 4) !== 'WEBP') return null
  const kind = textOf(head, 8, 4)
  const three = (at: number) => head.getUint16(at, true) | (head.getUint8(at + 2) << 16)
  if (kind === 'VP8X') return { width: three(20) + 1, height: three(23) + 1 }
  if (kind === 'VP8 ')
    return {
      width: head.getUint16(22, true) & 0x3f_ff,
      height: head.getUint16(24, true) & 0x3f_ff,
    }
  if (kind !== 'VP8L') return null
  const bits = head.getUint32(17, true)
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
}

/**
 * Walks the segments up to the frame header. Skips stray bytes between segments, as decoders do.
 */
function* readJpeg(head: DataView): Reading {
  let byte = head.getUint8(2)
  let marker = head.getUint8(3)
  for (;;) {
    while (byte !== 0xff || marker === 0xff || marker === 0) {
      byte = marker
      marker = (yield* take(1)).getUint8(0)
    }
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (marker === 0xd9 || marker === 0xda) return null
    if (!isAlone) {
      const length = (yield* take(2)).getUint16(0)
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
        const frame = yield* take(5)
        return { width: frame.getUint16(3), height: frame.getUint16(1) }
      }
      yield { skip: Math.max(0, length - 2) }
    }
    const next = yield* take(2)
    byte = next.getUint8(0)
    marker = next.getUint8(1)
  }
}

/** Reads the size from a stream. Buffers only the bytes it needs. */
export class PictureSizeReader {
  readonly #reading = readSize()
  #asked = this.#reading.next()
  #kept = new Uint8Array(0)
  #skip = 0

  push(bytes: Uint8Array): void {
    let at = 0
    while (this.#asked.done !== true) {
      const ask = this.#asked.value
      if ('skip' in ask && this.#skip === 0) this.#skip = ask.skip
      if ('skip' in ask) {
        const passed = Math.min(this.#skip, bytes.length - at)
        at += passed
        this.#skip -= passed
        if (this.#skip > 0) return
        this.#asked = this.#reading.next(new Uint8Array(0))
        continue
      }
      const wanted = bytes.subarray(at, at + ask.take - this.#kept.length)
      at += wanted.length
      const kept = new Uint8Array(this.#kept.length + wanted.length)
      kept.set(this.#kept)
      kept.set(wanted, this.#kept.length)
      if (kept.length < ask.take) {
        this.#kept = kept
        return
      }
      this.#kept = new Uint8Array(0)
      this.#asked = this.#reading.next(kept)
    }
  }

  /** Null until the size is read, and if the bytes contain none. */
  get size(): Size | null {
    return this.#asked.done === true ? this.#asked.value : null
  }
}

export function sizeOf(bytes: Uint8Array): Size | null {
  const reader = new PictureSizeReader()
  reader.push(bytes)
  return reader.size
}
