import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule as prepareReader } from 'zxing-wasm/reader'
import { prepareZXingModule as prepareWriter } from 'zxing-wasm/writer'
import { readPicture } from '../src/features/scan/detector.ts'

const require = createRequire(import.meta.url)
const program = (file: string) => ({
  overrides: { wasmBinary: new Uint8Array(readFileSync(require.resolve(file))).buffer },
})

class Pixels {
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}

export function prepareLabelReader(): void {
  Object.assign(globalThis, { ImageData: Pixels })
  prepareReader(program('zxing-wasm/reader/zxing_reader.wasm'))
  prepareWriter(program('zxing-wasm/writer/zxing_writer.wasm'))
}

export async function pixelsOf(png: Buffer): Promise<ImageData> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return new ImageData(new Uint8ClampedArray(data), info.width, info.height)
}

export async function textsOn(png: Buffer): Promise<string[]> {
  return (await readPicture(await pixelsOf(png))).map(({ text }) => text)
}

type ZplRenderer = typeof import('zpl-renderer-js')

/** A label as an interpreter of ZPL prints it: a PNG of `width` by `height` dots. */
export async function printedZpl(
  zpl: string,
  { width, height, dots }: { width: number; height: number; dots: number },
): Promise<Buffer> {
  const { ready } = require('zpl-renderer-js') as ZplRenderer // its ES module lacks a source map
  const { api } = await ready
  return Buffer.from(await api.zplToBase64Async(zpl, width / dots, height / dots, dots), 'base64')
}
