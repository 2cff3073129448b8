import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncToDisk, syncTree } from '#ports/disk.ts'

/** File in the database folder that proves all of it was synced. PostgreSQL syncs from then on. */
const SYNCED = 'plantroom.synced'

/** Once in the life of a database, which may have been written without sync. */
export async function syncWholeDatabase(folder: string): Promise<void> {
  const mark = join(folder, SYNCED)
  if (existsSync(mark)) return
  await syncTree(folder)
  writeFileSync(mark, '', { mode: 0o600 })
  syncToDisk(folder)
}
