/** `npm run backup -- FILE`: writes the installation to one file while the server runs. */
import { isAbsolute, join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { endWith } from './commandEnd.ts'
import { wordsOfContents } from '#db/backupForm.ts'
import { backUp } from '#db/takeBackup.ts'
import { ownRelease } from '../ownRelease.ts'
import { ownCommand } from '#ports/ownCommand.ts'

/** npm runs scripts in its own folder; a relative path is relative to the user's. */
const placeOf = (path: string): string =>
  isAbsolute(path) ? path : join(process.env['INIT_CWD'] ?? process.cwd(), path)

async function backup(path: string | undefined): Promise<void> {
  if (path === undefined) {
    process.stdout.write(`Say where to: ${ownCommand('backup', 'FILE')}\n`)
    process.exitCode = 1
    return
  }
  const { dataDir, databaseUrl, databaseDirectUrl, dataKey, backupKey } = readConfig(process.env)
  const file = placeOf(path)
  const contents = await backUp({
    dataDir,
    databaseUrl: databaseDirectUrl ?? databaseUrl,
    dataKey,
    path: file,
    version: ownRelease().version,
    key: backupKey,
    now: new Date(),
  })
  process.stdout.write(
    `${file} holds ${wordsOfContents(contents)}.\n${
      contents.hasKeys
        ? 'It is sealed with BACKUP_KEY and holds the data key: keep BACKUP_KEY apart from it.\n'
        : 'It is NOT sealed, and the data key is not in it: keep data-key (or DATA_KEY) apart, without it sealed secrets are lost. With BACKUP_KEY set a backup is sealed and holds the keys.\n'
    }`,
  )
}

backup(process.argv[2]).catch(endWith('The backup could not be taken'))
