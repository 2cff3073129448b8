/** The pictures that a PDF draws: those that are small enough, and are still what was sealed. */
import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import type { Bundle } from '#contract/signedLog/record'
import { file } from '../../db/schema/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/transaction.ts'
import { LostBytes } from '../../ports/files.ts'

const drawable = new Set(['image/png', 'image/jpeg'])
/** A phone's photos of one round; what is beyond stands there with its hash. */
const MAX_PICTURES = 24
const MAX_BYTES = 24 * 1024 * 1024

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
    .select({ id: file.id, storageKey: file.storageKey, size: file.size })
    .from(file)
    .where(
      and(
        eq(file.companyId, companyId),
        inArray(
          file.id,
          sealed.map(({ id }) => id as Id<'file'>), // a row of this company
        ),
      ),
    )
  const hashOf = new Map(sealed.map(({ id, sha256 }) => [id, sha256]))
  return rows.map((row) => ({ ...row, sha256: hashOf.get(row.id) ?? '' }))
}

export async function picturesOf(
  kernel: Pick<Kernel, 'files'>,
  kept: readonly Kept[],
): Promise<{ id: number; bytes: Uint8Array }[]> {
  const pictures: { id: number; bytes: Uint8Array }[] = []
  let room = MAX_BYTES
  for (const { id, storageKey, size, sha256 } of kept) {
    if (size > room) continue
    const bytes = await bytesOf(kernel, storageKey, size)
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256) continue
    room -= size
    pictures.push({ id, bytes: new Uint8Array(bytes) })
  }
  return pictures
}

/** Null: they are lost; the record says so by itself. */
async function bytesOf(
  { files }: Pick<Kernel, 'files'>,
  key: string,
  size: number,
): Promise<Buffer | null> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await files.get(key, size)) chunks.push(chunk as Buffer) // of a file
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof LostBytes) return null
    throw error
  }
}
