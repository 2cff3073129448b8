/** Starts the house: configuration, database, migrations, demo, page; then listens until it is told to stop. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { makeApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { DEMO_PASSWORD, demoPeople } from './db/demo/people.ts'
import { seedDemo } from './db/demo/seed.ts'
import { DataFolderBusy, openEmbedded } from './db/embedded.ts'
import { DatabaseNotReady, migrate } from './db/migrate.ts'
import { isEmptyInstallation, makeSetupLink } from './modules/auth/index.ts'
import { systemClock } from './ports/clock.ts'
import { makeAssistant } from './ports/assistant.ts'
import { makeHookClient } from './ports/hookClient.ts'
import { makePost } from './ports/post.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  say(config.databaseUrl ? 'Connecting to PostgreSQL …' : 'Opening the embedded database …')
  const database = await openDatabase(config)
  say('Bringing the database up to date …')
  await migrate(database.pool)
  const isEmpty = await isEmptyInstallation(database)
  if (isEmpty && config.demo) await seedDemo(database.pool, systemClock, say)

  const app = await makeApp({
    pool: database.pool, sharedDatabase: config.databaseUrl !== undefined, clock: systemClock, tokenSecret: config.tokenSecret ?? ownSecret(config.dataDir),
    tokenMinutes: config.tokenMinutes, post: makePost(config), hooks: makeHookClient(config.hookAllowedHosts), assistant: config.assistant && makeAssistant(config.assistant), providers: config.providers, publicUrl: config.publicUrl, mapToken: config.mapToken, filesFolder: join(config.dataDir, 'files'), demo: config.demo, frameAncestors: config.frameAncestors,
    logLevel: config.logLevel, pageFolder: pageFolder(), background: true,
  })
  await app.http.listen({ port: config.port, host: config.host })
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  announce(config, address, isEmpty && !config.demo ? await makeSetupLink(database) : undefined)

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    app.close().then(database.close).then(() => process.exit(0), (error: unknown) => {
      process.stderr.write(`Stopping failed: ${String(error)}\n`)
      process.exit(1)
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function openDatabase(config: Config): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  if (config.databaseUrl) {
    const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 20, connectionTimeoutMillis: 10_000 })
    pool.on('error', () => undefined) // an idle connection that dies is replaced at the next use
    return { pool, close: () => pool.end() }
  }
  const embedded = await openEmbedded({ dataDir: config.dataDir })
  const pool = new pg.Pool(embedded.pool)
  pool.on('error', () => undefined)
  return {
    pool,
    async close() {
      await pool.end()
      await embedded.close()
    },
  }
}

/** Made on the first start and kept beside the data, readable by its owner only. */
function ownSecret(dataDir: string): string {
  const path = join(dataDir, 'token-secret')
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600 })
    chmodSync(path, 0o600)
  }
  return readFileSync(path, 'utf8').trim()
}

/** The built page lies beside the built server, or in dist/ when run from source. */
function pageFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return [join(here, '../client'), join(here, '../dist/client')].find((folder) => existsSync(folder)) ?? join(here, '../client')
}

function announce(config: Config, address: string, setupToken: string | undefined): void {
  say(`\nPlantroom is up at ${address}   (API: ${address}/api/docs)`)
  if (config.demo) {
    say(`\nDemo sign-ins, all with the password ${DEMO_PASSWORD}:`)
    for (const person of demoPeople) say(`  ${person.email.padEnd(28)} ${person.role}, ${person.company}`)
  }
  if (setupToken) say(`\nThere is no company yet. Make the first one here, once:\n  ${address}/setup?token=${setupToken}`)
  say('')
}

main().catch((error: unknown) => {
  const isSentence = error instanceof ConfigError || error instanceof DataFolderBusy || error instanceof DatabaseNotReady
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isSentence) process.stderr.write(`\n${error.message}\n`)
  else if (inUse) process.stderr.write(`\nThe port is in use already. Stop the other program, or set PORT to a free one.\n`)
  else process.stderr.write(`\nPlantroom could not start: ${error instanceof Error ? error.stack ?? error.message : String(error)}\n`)
  process.exit(1)
})
