/** Redraws photos of strangers in a process with bounded memory, before they are stored. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Id } from '#contract/ids.ts'
import { mimeOf } from '#contract/rules/fileContent.ts'
import { PICTURE_PIXELS, pixelsOf, sizeOf } from '#contract/rules/pictureSize.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { badInput } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { scaleTask } from '../signedLogs/index.ts'

const JPEG = 'image/jpeg'

export interface StoredPhoto {
  storageKey: string
  size: number
  sha256: string
}

const notAPicture = (index: number) =>
  badInput(`body.photos.${index}`, 'notAPicture', 'Only JPEG pictures are taken.')

/** Refuses by header, before anything decodes the picture. */
export function readPhotos(photos: readonly string[]): Uint8Array[] {
  return photos.map((text, index) => {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw notAPicture(index)
    const bytes = new Uint8Array(Buffer.from(text, 'base64'))
    const size = mimeOf(JPEG, bytes) === JPEG ? sizeOf(bytes) : null
    if (size === null) throw notAPicture(index)
    if (pixelsOf(size) > PICTURE_PIXELS)
      throw badInput(
        `body.photos.${index}`,
        'tooManyPixels',
        `A picture may have at most ${PICTURE_PIXELS / 1e6} million pixels.`,
      )
    return bytes
  })
}

export async function storePhotos(
  { threads, files }: Pick<Kernel, 'threads' | 'files'>,
  companyId: Id<'company'>,
  photos: readonly Uint8Array[],
): Promise<StoredPhoto[]> {
  const stored: StoredPhoto[] = []
  for (const [index, bytes] of photos.entries()) {
    const drawn = Buffer.from(
      await threads.run(scaleTask, companyId, bytes).catch(async (error: unknown) => {
        await removePhotos({ files }, stored)
        throw isDecodeFailure(error) ? notAPicture(index) : error
      }),
    )
    stored.push({
      storageKey: await files.put(Readable.from([drawn])),
      size: drawn.length,
      sha256: createHash('sha256').update(drawn).digest('hex'),
    })
  }
  return stored
}

/** A refusal says that the machine is busy, or that the picture needs too much; it stays. */
const isDecodeFailure = (error: unknown): boolean =>
  !(error instanceof Error && error.name === 'Refusal')

export async function removePhotos(
  { files }: Pick<Kernel, 'files'>,
  photos: readonly StoredPhoto[],
): Promise<void> {
  for (const { storageKey } of photos) await files.remove(storageKey)
}

export async function savePhotos(
  { db, actor, clock }: Scope,
  home: { ticketId: Id<'ticket'>; reportId: number },
  photos: readonly StoredPhoto[],
): Promise<void> {
  if (photos.length === 0) return
  const now = clock.now()
  const own = { companyId: actor.companyId, createdAt: now, updatedAt: now }
  const files = await db
    .insert(tables.file)
    .values(
      photos.map((photo, index) => ({
        ...photo,
        ...own,
        name: `report-${home.reportId}-${index + 1}.jpg`,
        mime: JPEG,
        uploadedBy: null,
        keptAt: now,
      })),
    )
    .returning({ id: tables.file.id })
  await db
    .insert(tables.ticketPhoto)
    .values(files.map(({ id }) => ({ ...own, ...home, fileId: id })))
}
