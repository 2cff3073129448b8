/** Labels as encoders draw them that are not used for our own labels. */
import bwipjs from '@bwip-js/node'
import sharp from 'sharp'
import { writeBarcode } from 'zxing-wasm/writer'
import { pixelsOf } from './labelReader.ts'

const SCALE = 2
const QUIET = 24
export type ZintFormat = NonNullable<Parameters<typeof writeBarcode>[1]>['format']

/** Drawn by Zint (zxing-wasm), in black and white, with a quiet zone around it. */
export async function drawnByZint(
  text: string,
  format: ZintFormat,
  scale = SCALE,
): Promise<ImageData> {
  const { error, symbol } = await writeBarcode(text, { format })
  if (error !== '' || symbol === null) throw new Error(`${text}: ${error}`)
  const width = symbol.width * scale + 2 * QUIET
  const height = symbol.height * scale + 2 * QUIET
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < symbol.height * scale; y += 1)
    for (let x = 0; x < symbol.width * scale; x += 1) {
      const value = symbol.data[Math.floor(y / scale) * symbol.width + Math.floor(x / scale)] ?? 255
      pixels.fill(
        value,
        ((y + QUIET) * width + x + QUIET) * 4,
        ((y + QUIET) * width + x + QUIET) * 4 + 3,
      )
    }
  return new ImageData(pixels, width, height)
}
/** Drawn by BWIPP (bwip-js). `scale`: pixels a module; 2 is a small label at 200 dpi. */
export async function drawnByBwipp(
  bcid: string,
  text: string,
  { turned = 0, blurred = 0, scale = 3, others = {} } = {},
): Promise<ImageData> {
  const png = await bwipjs.toBuffer({
    bcid,
    text,
    scale,
    paddingwidth: 12,
    paddingheight: 12,
    backgroundcolor: 'FFFFFF',
    ...others,
  })
  const image = sharp(png).rotate(turned, { background: '#fff' })
  return pixelsOf(await (blurred === 0 ? image : image.blur(blurred)).png().toBuffer())
}
