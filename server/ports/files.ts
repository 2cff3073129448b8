/** Stores files in a folder, or in an S3-compatible store (s3Files.ts). */
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomUUID } from 'node:crypto'
import { syncToDiskAsync } from './disk.ts'

export interface Files {
  /** Saves the stream under a new key. Resolves once all of it is on the disk. */
  put(bytes: Readable): Promise<string>
  /** Throws `LostBytes` if the file is missing or, if `size` is given, truncated. */
  get(key: string, size?: number): Promise<Readable>
  remove(key: string): Promise<void>
}

export class LostBytes extends Error {
  override name = 'LostBytes'
  constructor(
    readonly key: string,
    readonly why: string,
  ) {
    super(`The bytes of the stored file ${key} are lost (${why})`)
  }
}

/** Path within the folder or bucket. Subfolders keep each folder small enough to list. */
export function placeOf(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('Not a storage key')
  return `${key.slice(0, 2)}/${key}`
}

export function folderFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, placeOf(key))
  return {
    async put(bytes) {
      const key = randomUUID()
      const holder = dirname(pathOf(key))
      const made = await makeHolder(folder, holder)
      const part = `${pathOf(key)}.part`
      try {
        await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
        await rename(part, pathOf(key))
        await syncToDiskAsync(holder)
        if (made !== undefined)
          for (const above of new Set([folder, dirname(made)])) await syncToDiskAsync(above)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return key
    },
    async get(key, size) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        throw lost(key, error)
      })
      const kept = await file.stat()
      if (!kept.isFile() || (size !== undefined && kept.size !== size)) {
        await file.close()
        throw new LostBytes(key, kept.isFile() ? `${kept.size} bytes of ${size}` : 'no file')
      }
      return file.createReadStream()
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/**
 * Creates the subfolder and returns the first folder it created. Not recursive: on a full disk,
 * Node's recursive mkdir fails with a misleading 'no such file'.
 */
async function makeHolder(folder: string, holder: string): Promise<string | undefined> {
  try {
    await mkdir(holder, { mode: 0o700 })
    return holder
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const inside = await makeHolder(folder, holder)
  return made ?? inside
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

function lost(key: string, error: unknown): LostBytes {
  return new LostBytes(key, codeOf(error) ?? String(error))
}
