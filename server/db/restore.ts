/**
 * Restores a snapshot as the embedded database. The previous database is moved aside, never
 * overwritten.
 */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { syncToDisk, syncTree } from '#ports/disk.ts'
import { placesIn, unmarkMoved } from './dataFolder.ts'
import { openWorker } from './embedded.ts'
import { lockFolder } from './folderLock.ts'
import { listSnapshots, nameOf, type Snapshot } from './snapshots.ts'

export class CannotRestore extends Error {
  override name = 'CannotRestore'
}

export function findSnapshot(dataDir: string, name: string): Snapshot {
  const all = listSnapshots(placesIn(dataDir).snapshots)
  const found = name === 'latest' ? all.at(-1) : all.find((each) => nameOf(each) === name)
  if (found) return found
  throw new CannotRestore(
    all.length === 0
      ? `There are no snapshots in ${placesIn(dataDir).snapshots}.`
      : `There is no snapshot called ${name}. There are: ${all.map(nameOf).join(', ')}.`,
  )
}

/** Returns where the previous database was moved, if there was one. Keeps the snapshot. */
export async function restoreSnapshot(
  dataDir: string,
  snapshot: Snapshot,
  now: Date,
  { fsync = true } = {},
): Promise<string | undefined> {
  const folder = resolve(dataDir)
  const unlock = await lockFolder(folder)
  try {
    const { database, restoring, snapshots } = placesIn(folder)
    rmSync(restoring, { recursive: true, force: true })
    cpSync(join(snapshots, nameOf(snapshot)), restoring, { recursive: true })
    if (fsync) await syncTree(restoring)
    await provesSound(folder, snapshot, fsync)
    const former = existsSync(database)
      ? `${database}.before-${nameOf({ at: now, beforeUpgrade: false })}`
      : undefined
    if (former !== undefined) renameSync(database, former)
    renameSync(restoring, database)
    unmarkMoved(folder)
    syncToDisk(folder)
    return former
  } finally {
    unlock()
  }
}

/**
 * Opens the restored copy before it replaces the database, so that a damaged snapshot changes
 * nothing.
 */
async function provesSound(dataDir: string, snapshot: Snapshot, fsync: boolean): Promise<void> {
  const folder = placesIn(dataDir).restoring
  try {
    const opened = await openWorker(dataDir, { folder, fsync })
    await opened.close()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new CannotRestore(
      `The snapshot ${nameOf(snapshot)} does not open itself (${error instanceof Error ? error.message : String(error)}). Nothing was changed; try another one.`,
    )
  }
}
