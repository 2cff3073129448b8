/**
 * What lies in a data folder, and whether a database may be made in it. Nothing is ever written
 * into a folder that is neither empty nor known, and nothing damaged is taken for something new.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSnapshots, nameOf } from './snapshots.ts'

export interface Places {
  /** PostgreSQL's own folder. */
  database: string
  /** Where a new one is made, until it is whole. */
  making: string
  /** Where a snapshot is put back, until it is whole. */
  restoring: string
  snapshots: string
}

export const placesIn = (dataDir: string): Places => ({
  database: join(dataDir, 'database'),
  making: join(dataDir, 'database.making'),
  restoring: join(dataDir, 'database.restoring'),
  snapshots: join(dataDir, 'snapshots'),
})

/** Says where a database went that still lies here, as it was. */
const movedMark = (dataDir: string) => join(dataDir, 'database.moved')

/**
 * From now on the database in this folder is an old one: whoever forgets `DATABASE_URL` (a command
 * of the night, a start by hand) would save, change or delete what nobody uses any more.
 */
export function markMoved(dataDir: string, now: Date): void {
  writeFileSync(movedMark(dataDir), `${now.toISOString()}\n`, { mode: 0o600 })
}

/** It is in use again: something was put back into it. */
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

/** The folder cannot be used as it is. The message is for whoever started the server. */
export class UnusableFolder extends Error {
  override name = 'UnusableFolder'
}

/**
 * What this server keeps in a data folder, or did in an earlier version; names with a dot are
 * nobody's data.
 */
const OURS =
  /^(database(\.(making|restoring|moved|before-.+))?|snapshots|files|data-key|token-secret|owner-.+|lost\+found|\..+)$/

/**
 * Whether there is a database to open, or one to make. Throws a sentence where neither may be done.
 * Reads only.
 */
export function recognise(dataDir: string): 'new' | 'known' {
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

/** A database that is there but does not open: what is damaged, what was kept, and the way back. */
export function damaged(dataDir: string, reason: string): UnusableFolder {
  return new UnusableFolder(
    `The embedded database in ${placesIn(dataDir).database} does not open; it is damaged. PostgreSQL says: ${reason.replace(/\.?\s*$/, '.')} ` +
      `Nothing was removed from it. ${wayBack(dataDir)}`,
  )
}

function wayBack(dataDir: string): string {
  const newest = listSnapshots(placesIn(dataDir).snapshots).at(-1)
  if (!newest) return 'No snapshot lies beside it: put the folder back from a backup.'
  return `\`npm run restore -- ${nameOf(newest)}\` puts the newest snapshot back (${newest.at.toISOString()}) and keeps the present folder beside it; \`npm run restore\` lists all.`
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
