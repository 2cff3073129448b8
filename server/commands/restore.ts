/**
 * `npm run restore -- [name or FILE]`: lists the snapshots of the embedded database, or restores
 * the named snapshot or the backup file.
 */
import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { endWith } from './commandEnd.ts'
import { readConfig, type Config } from '../config/config.ts'
import { wordsOfContents } from '#db/backupForm.ts'
import { placesIn } from '#db/dataFolder.ts'
import { restoreBackup } from '#db/putBack.ts'
import { CannotRestore, findSnapshot, restoreSnapshot } from '#db/restore.ts'
import { listSnapshots, nameOf, snapshotNamed } from '#db/snapshots.ts'
import { saveSecret, keptDataKey } from '../ownSecrets.ts'
import { ownCommand } from '#ports/ownCommand.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function restore(name: string | undefined): Promise<void> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  const file = name === undefined ? undefined : fileOf(name)
  if (file !== undefined) return fromBackup(config, file)
  if (databaseUrl !== undefined)
    throw new CannotRestore(
      `DATABASE_URL names a PostgreSQL, which has no snapshots here. Name the file of a backup (${ownCommand('backup')}), or use its own tools.`,
    )
  if (name === undefined) return list(placesIn(dataDir).snapshots)
  const snapshot = findSnapshot(dataDir, name)
  const former = await restoreSnapshot(dataDir, snapshot, new Date())
  say(`The database is again as it was at ${snapshot.at.toISOString()}.${keptBeside(former)}`)
}

/** The name of a snapshot is never a path. */
function fileOf(name: string): string | undefined {
  if (name === 'latest' || snapshotNamed(name) !== undefined) return undefined
  const path = isAbsolute(name) ? name : join(process.env['INIT_CWD'] ?? process.cwd(), name)
  const isFile = existsSync(path) && statSync(path).isFile()
  return isFile || /[/\\.]/.test(name) ? path : undefined
}

async function fromBackup(
  { dataDir, databaseUrl, databaseDirectUrl, backupKey, dataKey }: Config,
  path: string,
): Promise<void> {
  const restored = await restoreBackup({
    dataDir,
    databaseUrl: databaseDirectUrl ?? databaseUrl,
    path,
    key: backupKey,
    dataKey: dataKey ?? keptDataKey(dataDir),
    keepKey: (name, value) => saveSecret(dataDir, name, value),
    now: new Date(),
  })
  say(
    `Put back and compared row by row: ${wordsOfContents(restored)}.${keptBeside(restored.former)}`,
  )
  if (!restored.hasKeys && dataKey === undefined && !existsSync(join(dataDir, 'data-key')))
    say(
      `The data key was not in it: put the data-key of then into ${dataDir} (or set DATA_KEY) before the first start, which would otherwise be refused.`,
    )
}

const keptBeside = (former: string | undefined): string =>
  former === undefined
    ? ''
    : ` The one before lies in ${former}; remove it when you no longer need it.`

function list(folder: string): void {
  const all = listSnapshots(folder)
  if (all.length === 0) return say(`There are no snapshots in ${folder}.`)
  for (const each of all)
    say(`  ${nameOf(each)}${each.beforeUpgrade ? '   (before an upgrade)' : ''}`)
  say(
    `\nStop the server, then: ${ownCommand('restore', 'NAME')}   (or latest, or the file of a backup)`,
  )
}

restore(process.argv[2]).catch(endWith('It could not be put back'))
