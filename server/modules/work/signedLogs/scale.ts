/** Scales a picture for a PDF. Runs only in the process with limited memory. */
import sharp from 'sharp'

// One picture at a time, and only the formats of phones and signature fields.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

/**
 * 2 million pixels each, so that 24 pictures fit into `DOCUMENT_PIXELS`. Drawn 240 points wide,
 * that is 480 dpi.
 */
export const SCALED = { width: 1_600, height: 1_250 } as const

const SECONDS = 25

export async function scalePicture(bytes: Uint8Array): Promise<Uint8Array> {
  // No pixel limit: the process's memory is limited from outside.
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
