/**
 * `npm run move -- postgres://…` or `npm run move -- embedded`: copies the configured database to
 * the other kind and compares every row. Files and keys stay in DATA_DIR, and the old database
 * stays in place.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { endWith } from './commandEnd.ts'
import { readConfig } from '../config/config.ts'
import { wordsOfContents } from '#db/backupForm.ts'
import { markMoved } from '#db/dataFolder.ts'
import { refuseOtherConnections } from '#db/otherConnections.ts'
import { restoreBackup } from '#db/putBack.ts'
import { CannotRestore } from '#db/restore.ts'
import { backUp } from '#db/takeBackup.ts'
import { ownRelease } from '../ownRelease.ts'
import { ownCommand } from '#ports/ownCommand.ts'

async function move(target: string | undefined): Promise<void> {
  const { dataDir, databaseUrl, dataKey } = readConfig(process.env)
  const isIntoEmbedded = target === 'embedded'
  if (target === undefined || (isIntoEmbedded && databaseUrl === undefined))
    throw new CannotRestore(
      databaseUrl === undefined
        ? `Say where to: ${ownCommand('move', 'postgres://user:password@host:5432/database')}, an empty database.`
        : `Say where to: ${ownCommand('move', 'embedded')}.`,
    )
  if (!isIntoEmbedded && databaseUrl !== undefined)
    throw new CannotRestore(
      `DATABASE_URL names a PostgreSQL already. Between two of them use ${ownCommand('backup')} and ${ownCommand('restore')}.`,
    )
  const targetUrl = isIntoEmbedded
    ? undefined
    : readConfig({ ...process.env, DATABASE_URL: target }).databaseUrl
  if (databaseUrl !== undefined) await refuseOtherConnections(databaseUrl)
  const path = join(dataDir, `.moving-${process.pid}`)
  const now = new Date()
  try {
    await backUp({
      dataDir,
      databaseUrl,
      dataKey,
      path,
      version: ownRelease().version,
      key: undefined,
      now,
      withFiles: false,
      atRest: true,
    })
    const moved = await restoreBackup({
      dataDir,
      databaseUrl: targetUrl,
      path,
      key: undefined,
      now,
      keepKey: () => undefined,
    })
    if (!isIntoEmbedded) markMoved(dataDir, now)
    process.stdout.write(
      `Moved and compared row by row: ${wordsOfContents(moved)}.\n${
        isIntoEmbedded
          ? `Take DATABASE_URL out of the settings and start. The PostgreSQL is as it was.`
          : `Set DATABASE_URL to the same address and start. The embedded database is as it was, in ${dataDir}; nothing opens it any more as long as database.moved lies beside it.`
      }\n`,
    )
  } finally {
    rmSync(path, { force: true })
  }
}

move(process.argv[2]).catch(endWith('The database could not be moved'))
