/**
 * Makes writes survive a power cut: syncs files' contents and their folders' entries to the disk.
 */
import { closeSync, fsyncSync, openSync, statfsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export function syncToDisk(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Like `syncToDisk`, but does not block the event loop. */
export async function syncToDiskAsync(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.flatMap((entry) =>
    entry.isFile() || entry.isDirectory() ? join(entry.parentPath, entry.name) : [],
  )
  await runConcurrently([...paths, folder], syncToDiskAsync)
}

/**
 * A disk syncs several files in little more time than one. One of Node's four I/O threads stays
 * free.
 */
const AT_ONCE = 3

export async function runConcurrently<T>(
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

/** True for a file system in RAM, which a power cut erases whatever is synced. */
export function isInMemory(folder: string): boolean {
  if (process.platform !== 'linux') return false
  const { type } = statfsSync(folder)
  return type === TMPFS || type === RAMFS
}
