/** A picture as a PDF needs it, whatever it is stored as. Runs in a bounded process only. */
import sharp from 'sharp'

// One picture at a time, and only what a phone or a signature field makes.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

/** 2 million pixels: 24 of them stay within `DOCUMENT_PIXELS`. Drawn 240 points wide, it is 480 dpi. */
export const SCALED = { width: 1_600, height: 1_250 } as const

const SECONDS = 25

export async function scalePicture(bytes: Uint8Array): Promise<Uint8Array> {
  // The memory of this process is bounded from outside, whatever the header says.
  const picture = sharp(bytes, { limitInputPixels: false, sequentialRead: true, failOn: 'none' })
  const { format } = await picture.metadata()
  const scaled = picture
    .rotate()
    .resize({ ...SCALED, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .timeout({ seconds: SECONDS })
  return new Uint8Array(
    await (format === 'png' ? scaled.png() : scaled.jpeg({ quality: 85 })).toBuffer(),
  )
}
