/**
 * The start after the database is open: migrations, demo, page. See main.ts.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeApp } from './app.ts'
import type { Config } from './config/config.ts'
import { pushContactOf, securityContactOf } from './config/contacts.ts'
import { DEMO_PASSWORD } from './demo/people.ts'
import { describeNameOrder, examineNameOrder, refreshNameOrder } from './db/nameOrder.ts'
import { demoSignIns, makeSetupLink, type DemoSignIn } from './modules/foundation/auth/index.ts'
import { systemClock } from './ports/clock.ts'
import { makeAssistant } from './ports/assistant.ts'
import { makeTracing } from './ports/tracing.ts'
import { makeHookClient } from './ports/hookClient.ts'
import { makePost } from './ports/post.ts'
import type { OpenDatabase } from './db/openDatabase.ts'
import { describeUpgrade, upgradeZones } from './modules/work/schedules/index.ts'
import { ownRelease } from './ownRelease.ts'
import { prepare, type Prepared } from './prepare.ts'
import { makeStop } from './stopping.ts'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import {
  logZoneDifference,
  runtimeRelease,
  zoneDifferences,
  zoneReleases,
} from '#kernel/data/zoneData.ts'
import { resealAll } from '#kernel/access/reseal.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Upgrades the database and listens until the process is stopped. */
export async function start(config: Config, database: OpenDatabase): Promise<void> {
  for (const line of database.promise) say(`  ${line}`)
  const explained = (error: unknown): never => {
    throw database.explain(error)
  }
  say('Bringing the database up to date …')
  await database.beforeUpgrade().catch(explained)
  const prepared = await prepare(config, database, say).catch(explained)
  await serve(config, database, prepared).catch(explained)
}

async function serve(
  config: Config,
  database: OpenDatabase,
  { dataKeys, tokenSecret, seal, filesFolder, isEmpty }: Prepared,
): Promise<void> {
  if (config.databaseUrl === undefined) await refreshNameOrder(database.sessions)
  const { withoutIcu, outdated } = describeNameOrder(await examineNameOrder(database.sessions))
  for (const each of [withoutIcu, outdated]) if (each !== null) say(`  The database: ${each}`)
  say(`  ${zoneReleases()}`)
  const differences = await zoneDifferences(database.pool, systemClock.now())
  for (const each of differences) say(`  ${logZoneDifference(each)}`)
  const upgraded = describeUpgrade(await upgradeZones(database.pool, systemClock.now()))
  if (upgraded !== null) say(`  ${upgraded}`)

  const app = await makeApp({
    pool: database.pool,
    sessions: database.sessions,
    replica: database.replica,
    sharedDatabase: config.databaseUrl !== undefined,
    clock: systemClock,
    tokenSecret,
    dataKeys,
    tokenMinutes: config.tokenMinutes,
    post: makePost(config),
    hooks: makeHookClient(config.hookAllowedHosts),
    assistant: config.assistant && makeAssistant(config.assistant),
    providers: config.providers,
    publicUrl: config.publicUrl,
    securityContact: securityContactOf(config),
    pushContact: pushContactOf(config),
    mapToken: config.mapToken,
    broker: config.broker,
    timeSeries: config.timeSeries,
    filesFolder,
    s3: config.s3,
    tracing: config.tracing && (await makeTracing(config.tracing, ownRelease().version)),
    installation: { release: ownRelease(), snapshots: database.snapshots },
    metricsToken: config.metricsToken,
    retentionBounds: config.retentionBounds,
    demo: config.demo,
    demoExposed: config.demoExposed,
    callsPerSecond: config.callsPerSecond,
    trustedProxies: config.trustedProxies,
    apiDocs: config.apiDocs,
    frameAncestors: config.frameAncestors,
    logLevel: config.logLevel,
    pageFolder: pageFolder(),
    background: true,
  })
  const { version, commit } = ownRelease()
  app.kernel.log.info({ version, commit, node: process.version }, 'this version runs')
  app.kernel.log.info(
    {
      zoneData: zoneRelease,
      runtime: runtimeRelease,
      differences: differences.map(logZoneDifference),
    },
    'time zones follow the pinned tz database',
  )
  if (outdated !== null)
    app.kernel.log.warn({ database: outdated }, 'indexes of names may be out of order')
  await app.http.listen({ port: config.port, host: config.host })
  // before the server reports that it is up: the supervisor may stop it at once
  let isEnding = false
  const stop = makeStop({
    close: () => {
      isEnding = true
      return app.close().then(database.close)
    },
    exit: (code) => process.exit(code),
    say: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  database.keep((error) =>
    app.kernel.log.error({ err: error }, 'no snapshot of the database could be taken'),
  )
  announce(
    config,
    address,
    config.demo ? await demoSignIns(database) : [],
    isEmpty && !config.demo ? await makeSetupLink(database) : undefined,
  )

  void resealAll(database.pool, seal)
    .then(({ written, lost }) => {
      if (written > 0)
        app.kernel.log.info({ written }, 'secrets at rest were sealed with the present data key')
      if (lost > 0)
        app.kernel.log.error(
          { lost },
          'secrets at rest cannot be opened: their data key is missing in DATA_KEY_BEFORE',
        )
    })
    .catch((error: unknown) => {
      // If the server is stopping, the next start completes the work.
      if (!isEnding)
        app.kernel.log.error(
          { err: error },
          'secrets at rest could not be sealed with the present key',
        )
    })
}

/** Next to the built server, or dist/ when run from source. */
function pageFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return (
    [join(here, '../client'), join(here, '../dist/client')].find((folder) => existsSync(folder)) ??
    join(here, '../client')
  )
}

function announce(
  config: Config,
  address: string,
  signIns: readonly DemoSignIn[],
  setupToken: string | undefined,
): void {
  say(`\nPlantroom is up at ${address}${config.apiDocs ? `   (API: ${address}/api/docs)` : ''}`)
  if (config.demo) {
    say(`\nDemo sign-ins, all with the password ${DEMO_PASSWORD}:`)
    for (const { email, role, company } of signIns)
      say(`  ${email.padEnd(28)} ${role === 'otherCompany' ? 'administrator' : role}, ${company}`)
  }
  if (setupToken)
    say(
      `\nThe installation has no company. Open this link to create the first; it works once:\n  ${config.publicUrl}/setup?token=${setupToken}`,
    )
  say('')
}
