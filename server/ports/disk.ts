/**
 * What it takes that a power cut leaves files whole: their bytes, and the names in their folder,
 * reach the disk.
 */
import { closeSync, fsyncSync, openSync, statfsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes of a file; of a folder, the names in it. */
export function syncToDisk(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** The same without holding anyone else up. */
export async function syncSoon(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/** A folder with all that is in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.flatMap((entry) =>
    entry.isFile() || entry.isDirectory() ? join(entry.parentPath, entry.name) : [],
  )
  await severalAtOnce([...paths, folder], syncSoon)
}

/**
 * A disk writes several files in hardly more time than one; one of Node's four threads for files
 * stays free for others.
 */
const AT_ONCE = 3

export async function severalAtOnce<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

const TMPFS = 0x0102_1994
const RAMFS = 0x8584_58f6

/** A folder whose file system is gone with the power, however much is synced. */
export function isInMemory(folder: string): boolean {
  if (process.platform !== 'linux') return false
  const { type } = statfsSync(folder)
  return type === TMPFS || type === RAMFS
}
