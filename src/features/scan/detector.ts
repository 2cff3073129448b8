import { readBarcodes, type ReadInputBarcodeFormat, type ReadResult } from 'zxing-wasm/reader'
import { CODES_MAXIMUM, type ScannedCode } from '#contract/search.ts'

/**
 * `Code39Std` returns the printed text. `Code39` also tries Full ASCII, Code 32 and PZN, and so
 * misreads AHU/B2 as AHU"2.
 */
const formats: ReadInputBarcodeFormat[] = [
  'QRCode',
  'DataMatrix',
  'Aztec',
  'PDF417',
  'Code128',
  'Code39Std',
  'EAN13',
  'EAN8',
  'UPCA',
  'UPCE',
  'ITF',
  'DataBar',
]

/** Symbology identifiers of symbols that hold GS1 element strings. */
const GS1_SYMBOLS = new Set([']C1', ']d2', ']Q3', ']e0', ']z3', ']J1'])

/** Decodes every code in the picture. Throws if the WebAssembly did not load or cannot run here. */
export async function readPicture(picture: ImageBitmap | ImageData): Promise<ScannedCode[]> {
  const found = await readBarcodes('data' in picture ? picture : pixelsOf(picture), {
    formats,
    textMode: 'Plain',
    maxNumberOfSymbols: CODES_MAXIMUM,
  })
  return found.filter(({ isValid, text }) => isValid && text !== '').map(codeOf)
}

const codeOf = ({ format, text, symbologyIdentifier }: ReadResult): ScannedCode => ({
  text: GS1_SYMBOLS.has(symbologyIdentifier) ? symbologyIdentifier + text : text,
  ...(format.startsWith('Code39') && { symbology: 'code39' as const }),
})

function pixelsOf(picture: ImageBitmap): ImageData {
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(picture, 0, 0)
  return context.getImageData(0, 0, width, height)
}
