/**
 * Renders a PDF page or an image within limits. The PDF reader is large and loads on first use; it
 * runs in a worker and executes no scripts of the file.
 */
import { FILE_MAXIMUM } from '#contract/files.ts'
import { loadPdfReader } from '#lib/openPdf.ts'
import { PICTURE_PIXELS, sizeOf } from '#contract/rules/pictureSize.ts'
import { faultOfProportion, faultOfSize, isVast, STORED_PIXELS, type SizeFault } from './pixels.ts'

export type PictureFault = 'tooLarge' | 'wrongKind' | 'locked' | 'unreadable' | SizeFault

export const PICTURE_KINDS = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
const MAX_PAGES = 500
/** Pixels of a rendered page's longer side: sharp enough to trace, small enough for a tablet. */
const PAINTED_SIDE = 3_200
const PAINTED_PIXELS = 9_000_000

export interface ShownPicture {
  address: string
  pages: number
  width: number
  height: number
}

export class Unreadable extends Error {
  constructor(readonly fault: PictureFault) {
    super(fault)
  }
}

export function faultOfFile({ size, type }: { size: number; type: string }): PictureFault | null {
  if (!PICTURE_KINDS.some((kind) => kind === type)) return 'wrongKind'
  if (size > FILE_MAXIMUM) return 'tooLarge'
  return size === 0 ? 'unreadable' : null
}

/** The caller must release the address (`URL.revokeObjectURL`). */
export const shownPicture = (file: Blob, page: number): Promise<ShownPicture> =>
  file.type === 'application/pdf' ? shownPage(file, page, STORED_PIXELS) : shownImage(file)

/**
 * Renders a new picture within the current limits. Existing pictures under a plan are always shown.
 */
export async function newPicture(file: Blob, page: number): Promise<ShownPicture> {
  const told = sizeOf(new Uint8Array(await file.arrayBuffer()))
  const early = told === null ? null : faultOfSize(told)
  if (early !== null) throw new Unreadable(early)
  const shown =
    file.type === 'application/pdf'
      ? await shownPage(file, page, PICTURE_PIXELS)
      : await shownImage(file)
  const fault = file.type === 'application/pdf' ? faultOfProportion(shown) : faultOfSize(shown)
  if (fault === null) return shown
  URL.revokeObjectURL(shown.address)
  throw new Unreadable(fault)
}

async function shownImage(file: Blob): Promise<ShownPicture> {
  const told = sizeOf(new Uint8Array(await file.arrayBuffer()))
  if (told !== null && isVast(told)) throw new Unreadable('tooManyPixels')
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(address)
    throw new Unreadable('unreadable')
  }
  const { naturalWidth: width, naturalHeight: height } = image
  if (width * height === 0 || isVast({ width, height })) {
    URL.revokeObjectURL(address)
    throw new Unreadable(width * height === 0 ? 'unreadable' : 'tooManyPixels')
  }
  return { address, pages: 1, width, height }
}

/**
 * True for the PDF reader's error about an image inside. Without `stopAtErrors`, the reader omits
 * the image.
 */
const isTooLargeInside = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('exceeded maximum allowed size')

/** Renders a page without its faulty parts, but never without an oversized plan. */
const shownPage = (file: Blob, number: number, pixels: number): Promise<ShownPicture> =>
  paintedPage(file, number, pixels, true).catch((error: unknown) => {
    if (error instanceof Unreadable && error.fault !== 'unreadable') throw error
    return paintedPage(file, number, pixels, false)
  })

async function paintedPage(
  file: Blob,
  number: number,
  pixels: number,
  stopAtErrors: boolean,
): Promise<ShownPicture> {
  const reader = await loadPdfReader()
  const task = reader.getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    isEvalSupported: false,
    enableXfa: false,
    stopAtErrors,
    maxImageSize: pixels,
    verbosity: reader.VerbosityLevel.ERRORS,
  })
  try {
    const whole = await task.promise
    const pages = Math.min(whole.numPages, MAX_PAGES)
    const page = await whole.getPage(Math.min(Math.max(1, number), pages))
    const { width, height } = page.getViewport({ scale: 1 })
    if (!(width >= 1 && height >= 1)) throw new Unreadable('unreadable')
    const scale = Math.min(
      PAINTED_SIDE / Math.max(width, height),
      Math.sqrt(PAINTED_PIXELS / (width * height)),
    )
    const viewport = page.getViewport({ scale })
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(viewport.width)
    canvas.height = Math.ceil(viewport.height)
    await page.render({ canvas, viewport }).promise
    const painted = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (painted === null) throw new Unreadable('tooManyPixels')
    return { address: URL.createObjectURL(painted), pages, width, height }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    if (isTooLargeInside(error)) throw new Unreadable('tooManyPixels')
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new Unreadable(isLocked ? 'locked' : 'unreadable')
  } finally {
    void task.destroy()
  }
}
