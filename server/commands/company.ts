/**
 * `npm run company`: lists the installation's companies, exports one as an archive, or deletes one.
 * For the operator; a company's administrators export in the page.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Id } from '#contract/ids.ts'
import { endWith } from './commandEnd.ts'
import { readConfig } from '../config/config.ts'
import {
  CannotDelete,
  companiesOf,
  countCompany,
  deleteCompany,
  type CompanyCount,
} from '#db/deleteCompany.ts'
import { openDatabase } from '#db/openDatabase.ts'
import { archiveOf } from '../modules/operation/dataExports/index.ts'
import { systemClock } from '#ports/clock.ts'
import type { Files } from '#ports/files.ts'
import { filesIn } from '#ports/s3Files.ts'
import { makeTimeSeries } from '#ports/timeSeries.ts'
import { ownCommand } from '#ports/ownCommand.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const usage = `${ownCommand('company', 'list')}
${ownCommand('company', 'export UUID FILE.zip')}
${ownCommand('company', 'delete UUID')}              (counts what would go, and changes nothing)
${ownCommand('company', 'delete UUID --yes NAME')}`

async function main([what, uuid = '', ...rest]: readonly string[]): Promise<void> {
  const isKnown =
    what === 'list' ||
    (what === 'export' && rest.length === 1) ||
    (what === 'delete' && (rest.length === 0 || (rest[0] === '--yes' && rest.length === 2)))
  const asksForHelp = what === undefined || what === 'help' || what === '--help'
  if (!isKnown || (what !== 'list' && uuid === '')) {
    process.stderr.write(`${usage}\n`)
    if (!asksForHelp) process.exitCode = 2
    return
  }
  const config = readConfig(process.env)
  const database = await openDatabase(config, systemClock)
  const files = filesIn(config.s3, join(config.dataDir, 'files'))
  try {
    if (what === 'list')
      for (const each of await companiesOf(database.pool))
        say(`${each.uuid}  ${each.createdAt.toISOString().slice(0, 10)}  ${each.name}`)
    else if (what === 'export') await exportCompany(database.pool, files, uuid, rest[0] ?? '')
    else if (rest.length === 0) {
      const counted = await countCompany(database.pool, uuid)
      tell(counted, 'would go')
      say(
        `\nNothing was deleted. Take an archive first, then:\n  ${ownCommand('company', `delete ${uuid} --yes ${JSON.stringify(counted.name)}`)}`,
      )
    } else {
      const gone = await deleteCompany(database.pool, uuid, rest[1] ?? '')
      for (const key of gone.storageKeys) await files.remove(key)
      if (config.timeSeries !== undefined)
        await makeTimeSeries(config.timeSeries).forget({ company: uuid })
      tell(gone, 'are gone')
      say(`and ${gone.storageKeys.length} files. Backups and snapshots of before still hold them.`)
    }
  } finally {
    await database.close()
  }
}

function tell({ name, tables, people }: CompanyCount, what: string): void {
  say(`${name}:`)
  for (const table of tables) say(`  ${String(table.rows).padStart(9)}  ${table.name}`)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `${rows} rows of ${tables.length} tables ${what}, and people who belong to no other company: ${people}`,
  )
}

async function exportCompany(
  pool: Awaited<ReturnType<typeof openDatabase>>['pool'],
  files: Files,
  uuid: string,
  path: string,
): Promise<void> {
  if (existsSync(path)) throw new CannotDelete(`${path} is there already. Nothing was written.`)
  const { id, name } = await countCompany(pool, uuid)
  const seen = { rows: 0, files: 0, lost: 0 }
  try {
    await pipeline(
      archiveOf({
        pool,
        files,
        companyId: id as Id<'company'>, // from the company's own row
        now: systemClock.now(),
        onProgress: (progress) => {
          Object.assign(seen, progress)
          return Promise.resolve()
        },
      }),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  say(`${name}: ${seen.rows} rows and ${seen.files} files are in ${path}.`)
  if (seen.lost > 0) say(`The bytes of ${seen.lost} files were lost before; README.txt names them.`)
}

main(process.argv.slice(2)).catch(endWith('It could not be done'))
