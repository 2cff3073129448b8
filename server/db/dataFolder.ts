/**
 * Recognises the contents of a data folder and decides whether a database may be created in it. The
 * server never writes into a folder that is neither empty nor its own, and never treats a damaged
 * database as new.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSnapshots, nameOf } from './snapshots.ts'
import { ownCommand } from '#ports/ownCommand.ts'

export interface Places {
  database: string
  /** A new database or restored snapshot is prepared in these folders and renamed when complete. */
  making: string
  restoring: string
  snapshots: string
}

export const placesIn = (dataDir: string): Places => ({
  database: join(dataDir, 'database'),
  making: join(dataDir, 'database.making'),
  restoring: join(dataDir, 'database.restoring'),
  snapshots: join(dataDir, 'snapshots'),
})

const movedMark = (dataDir: string) => join(dataDir, 'database.moved')

/**
 * Marks the database as obsolete. Without the mark, a command run without `DATABASE_URL` (a nightly
 * job, a manual start) would read or change obsolete data.
 */
export function markMoved(dataDir: string, now: Date): void {
  writeFileSync(movedMark(dataDir), `${now.toISOString()}\n`, { mode: 0o600 })
}

/** Call after a restore into the folder. */
export const unmarkMoved = (dataDir: string): void => rmSync(movedMark(dataDir), { force: true })

function refuseMoved(dataDir: string): void {
  const mark = movedMark(dataDir)
  if (!existsSync(mark)) return
  const when = readFileSync(mark, 'utf8').trim()
  throw new UnusableFolder(
    `The database of ${dataDir} was moved to PostgreSQL on ${when.slice(0, 10)}, and what lies here is as old as that. ` +
      `Set DATABASE_URL to the PostgreSQL. To go back to the old one all the same, remove ${mark}.`,
  )
}

export class UnusableFolder extends Error {
  override name = 'UnusableFolder'
}

/** Names that this or an earlier version creates. Names that begin with a dot are ignored. */
const OURS =
  /^(database(\.(making|restoring|moved|before-.+))?|snapshots|files|data-key|token-secret|owner-.+|lost\+found|\..+)$/

/** Read-only. Throws `UnusableFolder` if the folder can neither be opened nor initialised. */
export function inspectDataFolder(dataDir: string): 'new' | 'known' {
  refuseMoved(dataDir)
  const { database, snapshots } = placesIn(dataDir)
  const inDatabase = namesIn(database)
  if (inDatabase.includes('PG_VERSION')) return 'known'
  if (inDatabase.length > 0) {
    throw new UnusableFolder(
      `${database} is not empty, but it is no database, or a damaged one: PG_VERSION is missing. Nothing was changed in it. ${wayBack(dataDir)}`,
    )
  }
  if (listSnapshots(snapshots).length > 0) {
    throw new UnusableFolder(
      `${dataDir} holds snapshots of a database, but the database itself is missing. ${wayBack(dataDir)} To begin with an empty one instead, move ${snapshots} away.`,
    )
  }
  const foreign = namesIn(dataDir).filter((name) => !OURS.test(name))
  if (foreign.length > 0) {
    throw new UnusableFolder(
      `${dataDir} is not empty, and Plantroom does not know what lies there (${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ', …' : ''}). ` +
        'Nothing was changed in it. Set DATA_DIR to a folder of its own.',
    )
  }
  return 'new'
}

export function unusableFolder(dataDir: string, reason: string): UnusableFolder {
  return new UnusableFolder(
    `The embedded database in ${placesIn(dataDir).database} does not open; it is damaged. PostgreSQL says: ${reason.replace(/\.?\s*$/, '.')} ` +
      `Nothing was removed from it. ${wayBack(dataDir)}`,
  )
}

function wayBack(dataDir: string): string {
  const newest = listSnapshots(placesIn(dataDir).snapshots).at(-1)
  if (!newest) return 'No snapshot lies beside it: put the folder back from a backup.'
  return `\`${ownCommand('restore', nameOf(newest))}\` puts the newest snapshot back (${newest.at.toISOString()}) and keeps the present folder beside it; \`${ownCommand('restore')}\` lists all.`
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
