import { untilLoaded } from './lateFiles.ts'

/** Pixels. No screen shows more, and a fault stays visible at this size. */
const LONGEST = 2_000
/** Bytes. Smaller files are sent as they are, except JPEG, which may contain the location. */
const SMALL = 600_000

/** Pixels that a browser may decode. Phones take photos of up to 108 million. */
const DECODED = 120_000_000

/** Loaded with the first photo: most people report without one. */
const pictureSize = () => untilLoaded(() => import('#contract/rules/pictureSize.ts'), 'part')

async function pixelsIn(file: Blob): Promise<number> {
  const { pixelsOf, sizeOf } = await pictureSize()
  const size = sizeOf(new Uint8Array(await file.arrayBuffer()))
  return size === null ? 0 : pixelsOf(size)
}

/** True if the server would refuse the picture. */
export const hasTooManyPixels = async (file: Blob): Promise<boolean> =>
  (await pixelsIn(file)) > (await pictureSize()).PICTURE_PIXELS

/**
 * Shrinks a photo before sending: a phone's own has 5 MB and contains the location. Returned
 * unchanged if the browser cannot redraw it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (typeof createImageBitmap !== 'function' || file.type === 'image/gif') return file
  try {
    if ((await pixelsIn(file)) > DECODED) return file
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size <= SMALL && file.type !== 'image/jpeg') return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const drawn = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.85)
    })
    if (drawn === null) return file
    return new File([drawn], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    return file
  }
}
