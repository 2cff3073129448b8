/**
 * Starts the server: configuration, then the database while the rest of the program loads. start.ts
 * goes on from there.
 */
import { mkdirSync } from 'node:fs'
import { readConfig, type Config } from './config/config.ts'
import { inspectDataFolder } from './db/dataFolder.ts'
import { openDatabase } from './db/openDatabase.ts'
import type { Made } from './newDatabase.ts'
import { describeNodeLine } from './nodeLines.ts'
import { ownRelease, wordsOfRelease } from './ownRelease.ts'
import { systemClock } from './ports/clock.ts'
import { serverFile, startProcess } from './ports/serverFile.ts'
import { startSentence } from './startSentence.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function fail(sentence: string): never {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}

async function open(config: Config): Promise<void> {
  say(`Plantroom ${wordsOfRelease(ownRelease())}, Node ${process.versions.node}`)
  const outdated = describeNodeLine(process.versions.node, systemClock.now())
  if (outdated !== null) say(`  ${outdated}`)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const isEmbedded = config.databaseUrl === undefined
  if (isEmbedded && inspectDataFolder(config.dataDir) === 'new') await makeDatabase(config)
  say(
    isEmbedded
      ? `Opening the embedded database in ${config.dataDir} …`
      : 'Connecting to PostgreSQL …',
  )
  const [database, { start }] = await Promise.all([
    openDatabase(config, systemClock),
    import('./start.ts'),
  ])
  await start(config, database)
}

async function makeDatabase({ dataDir }: Config): Promise<void> {
  say(`Making an embedded database in ${dataDir} …`)
  const child = startProcess(serverFile('newDatabase'), { execArgv: process.execArgv })
  const { fault } = await new Promise<Made>((done, failed) => {
    child.once('message', done)
    child.once('error', failed)
    child.once('exit', (code, signal) =>
      failed(new Error(`The process that made the database ended (${signal ?? code}).`)),
    )
  })
  child.disconnect()
  if (fault !== null) fail(fault)
}

let config: Config | undefined
try {
  config = readConfig(process.env)
  await open(config)
} catch (error) {
  fail(startSentence(error, config))
}
