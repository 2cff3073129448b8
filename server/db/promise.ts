/** Describes the durability of the data at every start, and claims only what is true. */
import type { ReplicaState } from './replica.ts'
import { ownCommand } from '#ports/ownCommand.ts'

export function promiseOfEmbedded({
  dataDir,
  snapshotMinutes,
  inMemory,
}: {
  dataDir: string
  snapshotMinutes: number
  inMemory: boolean
}): string[] {
  if (inMemory)
    return [
      `${dataDir} lies in memory: all of it is gone when this machine stops. Set DATA_DIR to a folder on a disk.`,
    ]
  const often =
    snapshotMinutes === 0
      ? 'before upgrades only (SNAPSHOT_MINUTES is 0)'
      : `every ${snapshotMinutes === 1 ? 'minute' : `${snapshotMinutes} minutes`} and before upgrades`
  return [
    'Every change is on the disk before it is answered: it survives a crash and a power cut.',
    `Snapshots are taken ${often}; \`${ownCommand('restore')}\` lists them and puts one back. They lie on the same disk: for the loss of the disk, copy ${dataDir} elsewhere.`,
  ]
}

export interface PostgresSettings {
  version: string
  fsync: string
  synchronousCommit: string
  fullPageWrites: string
}

export function promiseOfPostgres({
  version,
  fsync,
  synchronousCommit,
  fullPageWrites,
}: PostgresSettings): string[] {
  const off = [
    fsync === 'off' && 'fsync',
    fullPageWrites === 'off' && 'full_page_writes',
    synchronousCommit === 'off' && 'synchronous_commit',
  ].filter((name) => name !== false)
  const name = `PostgreSQL ${version}`
  if (off.length > 0) {
    const harm =
      fsync === 'off' || fullPageWrites === 'off'
        ? 'can damage the database'
        : 'loses the last moments of work'
    return [
      `WARNING: ${name} runs with ${off.map((each) => `${each} = off`).join(' and ')}: a power cut ${harm}. Its administrator can switch it on.`,
    ]
  }
  return [
    `${name}: every change is on its disk before it is answered. Its backups are its administrator's; this server takes none.`,
  ]
}

export const promiseOfReplica = (state: Exclude<ReplicaState, 'stranger'> | 'away'): string =>
  ({
    follows: 'Its replica answers reports and the numbers of dashboards.',
    away: 'WARNING: its replica does not answer. Reports are asked of the database itself until it does.',
    writes:
      'WARNING: what DATABASE_REPLICA_URL names is not a replica any more. Reports are asked of the database itself.',
  })[state]
