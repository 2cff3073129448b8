/** Where bytes rest: a folder today; an S3-compatible store takes the same three verbs. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomUUID } from 'node:crypto'

export interface Files {
  /** Keeps the stream's bytes under a fresh key; the key exists only once all of them are there. */
  put(bytes: Readable): Promise<string>
  get(key: string): Readable
  remove(key: string): Promise<void>
}

export function folderFiles(folder: string): Files {
  const place = (key: string) => {
    if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('Not a storage key')
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async put(bytes) {
      const key = randomUUID()
      await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 })
      const part = `${place(key)}.part`
      try {
        await pipeline(bytes, createWriteStream(part, { mode: 0o600 }))
        await rename(part, place(key))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return key
    },
    get: (key) => createReadStream(place(key)),
    remove: (key) => rm(place(key), { force: true }),
  }
}
