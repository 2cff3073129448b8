import { BarcodeDetector } from 'barcode-detector/ponyfill'
import type { FromReader } from './reader.ts'

/**
 * `code_39_standard` reads what is printed. `code_39` also tries Full ASCII, Code 32 and PZN, and
 * reads AHU/B2 as AHU"2 and 100001 as A033554433.
 */
const formats = [
  'qr_code',
  'data_matrix',
  'code_128',
  'code_39_standard',
  'ean_13',
  'ean_8',
  'upc_a',
  'itf',
] as const

// Created on first use: the constructor loads the WebAssembly, from another host unless it is
// prepared.
let detector: BarcodeDetector | undefined

/** Throws if the WebAssembly did not load or cannot run here. */
export async function readPicture(
  picture: ImageBitmap | ImageData,
): Promise<Extract<FromReader, { text: unknown }>> {
  detector ??= new BarcodeDetector({ formats: [...formats] })
  const [found] = await detector.detect(picture)
  return { text: found?.rawValue ?? null, isCode39: found?.format.startsWith('code_39') === true }
}
