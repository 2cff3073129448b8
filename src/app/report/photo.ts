const LONGEST_SIDE = 1_280
/** The server takes 800,000 characters a photo. */
const MAX_LENGTH = 780_000
const QUALITIES = [0.8, 0.6, 0.4]

/** A photo as base64 of a small JPEG. Null if the browser cannot read it. */
export async function toPhoto(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => null,
  )
  if (picture === null) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of QUALITIES) {
    const [, data = ''] = canvas.toDataURL('image/jpeg', quality).split(',')
    if (data !== '' && data.length <= MAX_LENGTH) return data
  }
  return null
}
