/**
 * Pictures for a PDF, if they match the sealed hash. JPEGs are embedded unchanged while few and
 * small; everything else is scaled first, in a process with limited memory.
 */
import { createHash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { DOCUMENT_PIXELS, PICTURE_PIXELS, pixelsOf, sizeOf } from '#contract/rules/pictureSize.ts'
import type { Bundle } from '#contract/signedLog/record.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { LostBytes } from '#ports/files.ts'
import { scaleTask } from './drawTask.ts'

const drawable = new Set(['image/png', 'image/jpeg'])
/** Maximum photos in a PDF, about one round. Further photos are listed with their hash. */
const MAX_PICTURES = 24
const MAX_BYTES = 24 * 1024 * 1024
/** Pixel limit, as `SCALED` in scale.ts, which only the process loads. */
const SCALED_PIXELS = 2_000_000

interface Kept {
  id: number
  storageKey: string
  size: number
  sha256: string
}

export async function picturesKept(
  db: Db,
  companyId: Id<'company'>,
  { entries }: Bundle,
): Promise<Kept[]> {
  const sealed = entries
    .flatMap(({ record }) =>
      record?.kind === 'performance' ? record.files.filter(({ mime }) => drawable.has(mime)) : [],
    )
    .slice(0, MAX_PICTURES)
  if (sealed.length === 0) return []
  const rows = await db
    .select({ id: tables.file.id, storageKey: tables.file.storageKey, size: tables.file.size })
    .from(tables.file)
    .where(
      ofCompany(
        tables.file,
        companyId,
        inArray(
          tables.file.id,
          sealed.map(({ id }) => id as Id<'file'>),
        ),
      ),
    )
  const hashOf = new Map(sealed.map(({ id, sha256 }) => [id, sha256]))
  return rows.map((row) => ({ ...row, sha256: hashOf.get(row.id) ?? '' }))
}

export async function picturesOf(
  kernel: Pick<Kernel, 'files' | 'threads' | 'log'>,
  companyId: Id<'company'>,
  kept: readonly Kept[],
): Promise<{ id: number; bytes: Uint8Array }[]> {
  const pictures: { id: number; bytes: Uint8Array }[] = []
  let bytesLeft = MAX_BYTES
  let pixelsLeft = DOCUMENT_PIXELS
  for (const [index, { id, storageKey, size, sha256 }] of kept.entries()) {
    const stored = await bytesOf(kernel, storageKey, size)
    if (stored === null || createHash('sha256').update(stored).digest('hex') !== sha256) continue
    const bytes = new Uint8Array(stored)
    const pixels = pixelsOfJpeg(bytes)
    const reserved = (kept.length - index - 1) * SCALED_PIXELS
    if (pixels <= Math.min(PICTURE_PIXELS, pixelsLeft - reserved) && size <= bytesLeft) {
      bytesLeft -= size
      pixelsLeft -= pixels
      pictures.push({ id, bytes })
      continue
    }
    pixelsLeft -= SCALED_PIXELS
    const scaled = await scaledOf(kernel, companyId, bytes)
    if (scaled !== null) pictures.push({ id, bytes: scaled })
  }
  return pictures
}

/**
 * Pixels of a JPEG; Infinity if unknown. Also for PNG, which may need decoding, and whose header
 * bounds no data.
 */
function pixelsOfJpeg(bytes: Uint8Array): number {
  const size = bytes[0] === 0xff ? sizeOf(bytes) : null
  return size === null ? Infinity : pixelsOf(size)
}

/**
 * Returns null if it cannot be scaled within the process's limits. The PDF then lists it with its
 * hash.
 */
async function scaledOf(
  { threads, log }: Pick<Kernel, 'threads' | 'log'>,
  companyId: Id<'company'>,
  bytes: Uint8Array,
): Promise<Uint8Array | null> {
  try {
    return await threads.run(scaleTask, companyId, bytes)
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) throw error
    log.warn({ err: error, bytes: bytes.length }, 'a picture could not be scaled for a PDF')
    return null
  }
}

/** Returns null if the bytes are lost. The record reports that itself. */
async function bytesOf(
  { files }: Pick<Kernel, 'files'>,
  key: string,
  size: number,
): Promise<Buffer | null> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await files.get(key, size)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof LostBytes) return null
    throw error
  }
}
