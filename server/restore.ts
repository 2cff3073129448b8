/**
 * `npm run restore -- [name]`: without a name it lists the snapshots of the embedded database, with
 * one it puts that one back.
 */
import { ConfigError, readConfig } from './config.ts'
import { DataFolderBusy } from './db/embedded.ts'
import { placesIn } from './db/dataFolder.ts'
import { CannotRestore, findSnapshot, restoreSnapshot } from './db/restore.ts'
import { listSnapshots, nameOf } from './db/snapshots.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function restore(name: string | undefined): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl !== undefined)
    throw new CannotRestore(
      'DATABASE_URL names a PostgreSQL: its backups are restored with its own tools.',
    )
  if (name === undefined) return list(placesIn(dataDir).snapshots)
  const snapshot = findSnapshot(dataDir, name)
  const former = await restoreSnapshot(dataDir, snapshot, new Date())
  say(
    `The database is again as it was at ${snapshot.at.toISOString()}.${former === undefined ? '' : ` The one before lies in ${former}; remove it when you no longer need it.`}`,
  )
}

function list(folder: string): void {
  const all = listSnapshots(folder)
  if (all.length === 0) return say(`There are no snapshots in ${folder}.`)
  for (const each of all)
    say(`  ${nameOf(each)}${each.beforeUpgrade ? '   (before an upgrade)' : ''}`)
  say('\nStop the server, then: npm run restore -- NAME   (or latest)')
}

restore(process.argv[2]).catch((error: unknown) => {
  const isSentence =
    error instanceof CannotRestore ||
    error instanceof DataFolderBusy ||
    error instanceof ConfigError
  process.stderr.write(
    `\n${isSentence ? error.message : `The snapshot could not be restored: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
  )
  process.exitCode = 1
})
