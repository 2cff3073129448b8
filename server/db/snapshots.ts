/**
 * Snapshots of the embedded database: copies of its folder, taken while it runs. PostgreSQL starts
 * a backup, the files are copied as they are, and the write-ahead log makes the copy consistent
 * when it is opened.
 */
import { constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { runConcurrently, syncToDiskAsync, syncTree } from '#ports/disk.ts'

export interface Snapshot {
  at: Date
  beforeUpgrade: boolean
}

const UPGRADE = '-before-upgrade'

/** `2026-11-22T05-20-00Z`: sorts by time and is a valid file name everywhere. */
export const nameOf = ({ at, beforeUpgrade }: Snapshot): string =>
  `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z${beforeUpgrade ? UPGRADE : ''}`

export function snapshotNamed(name: string): Snapshot | undefined {
  const [, day, hour, minute, second, upgrade] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-before-upgrade)?$/.exec(name) ?? []
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : { at, beforeUpgrade: upgrade !== undefined }
}

/** Oldest first. Excludes unfinished ones. */
export function listSnapshots(folder: string): Snapshot[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .flatMap((name) => snapshotNamed(name) ?? [])
}

const NEWEST = 2
const HOURS = 3
const DAYS = 3
const UPGRADES = 2

/**
 * Returns the snapshots to delete. Keeps the two newest, the last of each of three hours and three
 * days, and two from before upgrades.
 */
export function snapshotsToDelete(snapshots: readonly Snapshot[]): Snapshot[] {
  const newestFirst = [...snapshots].sort((a, b) => b.at.getTime() - a.at.getTime())
  const regular = newestFirst.filter((each) => !each.beforeUpgrade)
  const lastOfEach = (messages: number, many: number): Snapshot[] => {
    const spans = new Map<string, Snapshot>()
    for (const each of regular) {
      const span = each.at.toISOString().slice(0, messages)
      if (!spans.has(span)) spans.set(span, each)
    }
    return [...spans.values()].slice(0, many)
  }
  const kept = new Set([
    ...regular.slice(0, NEWEST),
    ...lastOfEach('2026-11-22T05'.length, HOURS),
    ...lastOfEach('2026-11-22'.length, DAYS),
    ...newestFirst.filter((each) => each.beforeUpgrade).slice(0, UPGRADES),
  ])
  return newestFirst.filter((each) => !kept.has(each))
}

export class NoRoomForSnapshot extends Error {
  override name = 'NoRoomForSnapshot'
}

interface Taking {
  signal?: AbortSignal
  fsync?: boolean
}

/** Takes a snapshot and deletes superfluous ones. Does not block writes. */
export async function takeSnapshot(
  pool: pg.Pool,
  places: { database: string; snapshots: string },
  snapshot: Snapshot,
  { signal, fsync = true }: Taking = {},
): Promise<void> {
  mkdirSync(places.snapshots, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(places.snapshots)) {
    if (name.startsWith('.making-'))
      rmSync(join(places.snapshots, name), { recursive: true, force: true })
  }
  await makeRoom(pool, places.snapshots)
  const name = nameOf(snapshot)
  const draft = join(places.snapshots, `.making-${name}`)
  try {
    await backUp(pool, { source: places.database, target: draft, signal })
    if (fsync) await syncTree(draft)
    await rename(draft, join(places.snapshots, name))
    await syncToDiskAsync(places.snapshots)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  for (const old of snapshotsToDelete(listSnapshots(places.snapshots)))
    await dropSnapshot(places.snapshots, old)
}

async function dropSnapshot(folder: string, snapshot: Snapshot): Promise<void> {
  // Renamed first, so that a partly deleted snapshot never looks complete.
  const leaving = join(folder, `.making-${nameOf(snapshot)}`)
  await rename(join(folder, nameOf(snapshot)), leaving)
  await rm(leaving, { recursive: true, force: true })
}

/**
 * The database has priority on the disk: deletes old snapshots first, and takes none without free
 * space for two.
 */
async function makeRoom(pool: pg.Pool, folder: string): Promise<void> {
  const { rows } = await pool.query<{ bytes: string }>(
    'select sum(pg_database_size(oid)) as bytes from pg_database',
  )
  const needed = 2 * (Number(rows[0]?.bytes) + 2 * SEGMENT)
  const enough = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= needed
  }
  for (const oldest of listSnapshots(folder).slice(0, -1)) {
    if (await enough()) return
    await dropSnapshot(folder, oldest)
  }
  if (!(await enough()))
    throw new NoRoomForSnapshot(
      `There is no room for a snapshot of the database: ${Math.ceil(needed / 1024 / 1024)} MB should be free on the disk of ${folder}.`,
    )
}

const SEGMENT = 16 * 1024 * 1024

interface Copying {
  source: string
  target: string
  signal: AbortSignal | undefined
}

async function backUp(pool: pg.Pool, copying: Copying): Promise<void> {
  const { source, target } = copying
  // All clients share one session, so a backup left open by a failure is closed first.
  await pool.query('select pg_backup_stop(false)').catch(() => undefined)
  await pool.query(`select pg_backup_start('plantroom', true)`)
  let stopped: { segment: string; offset: number; labelfile: string } | undefined
  try {
    await copyTree(copying)
    // last, as PostgreSQL requires
    await copy(join(source, 'global/pg_control'), join(target, 'global/pg_control'))
  } finally {
    const { rows } = await pool.query<{
      segment: string
      offset: number
      labelfile: string
    }>(`select labelfile,
      (pg_walfile_name_offset(lsn)).file_name as segment, (pg_walfile_name_offset(lsn)).file_offset as offset from pg_backup_stop(false)`)
    stopped = rows[0]
  }
  if (!stopped) throw new Error('The database did not say where its backup ends')
  await copyJournal(source, target, stopped)
  await writeFile(join(target, 'backup_label'), stopped.labelfile, { mode: 0o600 })
}

/**
 * Not part of a backup: the write-ahead log, which is copied afterwards, and files that every start
 * recreates.
 */
const LEFT_OUT =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans|pg_stat_tmp)\/|^global\/pg_control$|(^|\/)(pgsql_tmp|pg_internal\.init)|^postmaster\.(pid|opts)$|^backup_label/

async function copyTree({ source, target, signal }: Copying): Promise<void> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  const paths = (kind: 'isDirectory' | 'isFile') =>
    entries.flatMap((entry) =>
      entry[kind]() ? relative(source, join(entry.parentPath, entry.name)) : [],
    )
  for (const folder of [target, ...paths('isDirectory').map((path) => join(target, path))])
    await mkdir(folder, { recursive: true, mode: 0o700 })
  await runConcurrently(
    paths('isFile').filter((path) => !LEFT_OUT.test(path)),
    async (path) => {
      signal?.throwIfAborted()
      await copy(join(source, path), join(target, path)).catch(unlessGone)
    },
  )
}

/** Shares blocks if the file system supports it. */
const copy = (from: string, to: string): Promise<void> =>
  copyFile(from, to, constants.COPYFILE_FICLONE)

/** A table may be dropped during the copy; the write-ahead log accounts for it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** Copies the write-ahead log of the backup. Of the last segment, only the written part. */
async function copyJournal(
  source: string,
  target: string,
  { segment: last, offset, labelfile }: { segment: string; offset: number; labelfile: string },
): Promise<void> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(labelfile)?.[1]
  const names = (await readdir(join(source, 'pg_wal'))).filter(
    (name) => first !== undefined && /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  if (first === undefined || !names.includes(first) || !names.includes(last))
    throw new Error('The journal of the snapshot is not there any more')
  for (const name of names) {
    const [from, to] = [join(source, 'pg_wal', name), join(target, 'pg_wal', name)]
    await (name === last ? copyBeginning(from, to, offset) : copy(from, to))
  }
}

/** The rest is a hole that reads as zeros. */
async function copyBeginning(from: string, to: string, bytes: number): Promise<void> {
  const [source, target] = [await open(from, 'r'), await open(to, 'w', 0o600)]
  try {
    const { buffer, bytesRead } = await source.read(Buffer.alloc(bytes), 0, bytes, 0)
    await target.write(buffer, 0, bytesRead, 0)
    await target.truncate(SEGMENT)
  } finally {
    await source.close()
    await target.close()
  }
}
