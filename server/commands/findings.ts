import { existsSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isLocalContact } from '#contract/rules/localContact.ts'
import type { Config } from '../config/config.ts'
import { pushContactOf } from '../config/contacts.ts'
import { inspectDataFolder, UnusableFolder } from '#db/dataFolder.ts'
import { examineDatabase, type DatabaseFacts } from '#db/examine.ts'
import { describeNameOrder } from '#db/nameOrder.ts'
import { openPool, postgresPool } from '#db/pool.ts'
import { replicaStateOf } from '#db/replica.ts'
import { logZoneDifference, zoneDifferences, zoneReleases } from '#kernel/data/zoneData.ts'
import { reachMailServer } from '#ports/post.ts'
import { tryStore } from '#ports/s3Files.ts'
import { makeTimeSeries } from '#ports/timeSeries.ts'
import { describeUpgrade, planZoneUpgrade } from '../modules/work/schedules/index.ts'
import { describeNodeLine } from '../nodeLines.ts'
import { ownRelease, wordsOfRelease } from '../ownRelease.ts'
import { address } from './addressFindings.ts'
import { checkBroker } from './brokerFindings.ts'
import { failedFinding, warningFinding, passedFinding, wordsOf, type Finding } from './finding.ts'

const SECONDS = 10
const MIN_FREE = 2 * 1024 ** 3
const FARTHEST_CLOCK = 5_000

export async function examine(config: Config): Promise<Finding[]> {
  const found = await Promise.all([
    folder(config),
    disk(config),
    database(config),
    replica(config),
    mail(config),
    checkBroker(config),
    timeSeries(config),
    fileStore(config),
    address(config),
    ...config.providers.map(({ idp, issuer }) => provider(idp, issuer)),
  ])
  return [
    program(new Date()),
    ...found.flat(),
    ...pushContact(config),
    ...demo(config),
    ...secrets(config),
  ]
}

function program(now: Date): Finding {
  const says = `Plantroom ${wordsOfRelease(ownRelease())}, Node ${process.versions.node}.`
  const outdated = describeNodeLine(process.versions.node, now)
  return outdated === null
    ? passedFinding('Program', says)
    : warningFinding('Program', `${says} ${outdated}`)
}

function pushContact(config: Config): Finding[] {
  const contact = pushContactOf(config)
  return isLocalContact(contact)
    ? [
        warningFinding(
          'Messages to devices',
          `Push services are told the contact ${contact}, which some refuse. Set PUSH_CONTACT if companies turn web push on.`,
        ),
      ]
    : [passedFinding('Messages to devices', `Push services are told the contact ${contact}.`)]
}

async function folder({ dataDir, databaseUrl }: Config): Promise<Finding[]> {
  const about = 'Data folder'
  if (!existsSync(dataDir))
    return [warningFinding(about, `${dataDir} is not there yet; the first start makes it.`)]
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      failedFinding(
        about,
        `${dataDir} may not be written by this account. Give it to the account that runs the server.`,
      ),
    ]
  }
  const open = [dataDir, ...['data-key', 'token-secret'].map((name) => join(dataDir, name))].filter(
    (path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0,
  )
  const faults = open.map((path) =>
    failedFinding(
      about,
      `${path} can be read by others: chmod ${path === dataDir ? '700' : '600'} ${path}`,
    ),
  )
  if (databaseUrl === undefined) {
    try {
      inspectDataFolder(dataDir)
    } catch (error) {
      if (error instanceof UnusableFolder) faults.push(failedFinding(about, error.message))
      else throw error
    }
  }
  return faults.length > 0 ? faults : [passedFinding(about, `${dataDir} is its owner’s alone.`)]
}

async function disk({ dataDir }: Config): Promise<Finding[]> {
  let existing = dataDir
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  const { bavail, bsize } = await statfs(existing)
  const free = bavail * bsize
  const words = `${(free / 1024 ** 3).toFixed(1)} GB are free where ${dataDir} lies`
  return free < MIN_FREE
    ? [failedFinding('Disk', `${words}. Make room: snapshots and files need it.`)]
    : [passedFinding('Disk', `${words}.`)]
}

async function database({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined)
    return [
      passedFinding('Database', 'The embedded one, which asks nothing of this machine.'),
      passedFinding('Time zones', zoneReleases()),
    ]
  const address = databaseDirectUrl ?? databaseUrl
  try {
    const facts = await examineDatabase(address)
    const zones = facts.migrations === 'current' && facts.isMember ? await zonesOf(address) : []
    return [...judgeDatabase(facts), ...zones]
  } catch (error) {
    return [
      failedFinding(
        'Database',
        `PostgreSQL does not let the account of DATABASE_URL in (${wordsOf(error)}). ${databaseHint(wordsOf(error))}`,
      ),
    ]
  }
}

async function zonesOf(address: string): Promise<Finding[]> {
  const pool = openPool({ ...postgresPool(address), max: 1 })
  try {
    const differences = await zoneDifferences(pool, new Date())
    const plan = describeUpgrade(await planZoneUpgrade(pool, new Date()), true)
    return [
      passedFinding('Time zones', zoneReleases()),
      ...(plan === null ? [] : [warningFinding('Time zones', plan)]),
      ...(differences.length === 0
        ? [
            passedFinding(
              'Time zones',
              'Node.js and the database agree on the zones of all companies.',
            ),
          ]
        : differences.map((each) => warningFinding('Time zones', logZoneDifference(each)))),
    ]
  } finally {
    await pool.end()
  }
}

export function databaseHint(reason: string): string {
  if (/unsupported startup parameter/i.test(reason))
    return 'A pooler such as PgBouncer stands there: set DATABASE_DIRECT_URL to PostgreSQL itself, or let the pooler ignore this parameter (ignore_startup_parameters).'
  if (/self.signed certificate|unable to (verify|get).*certificate/i.test(reason))
    return 'Its certificate is not of a public authority: set NODE_EXTRA_CA_CERTS to the file of the authority that signed it. sslmode=no-verify in the address encrypts without checking who answers.'
  if (/does not support SSL/i.test(reason))
    return 'It speaks without TLS only: remove sslmode from the address, or switch TLS on in PostgreSQL.'
  return 'Is it running, are address and password right, does pg_hba.conf allow it?'
}

async function replica(config: Config): Promise<Finding[]> {
  const about = 'Replica'
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config
  if (databaseUrl === undefined || databaseReplicaUrl === undefined) return []
  try {
    const state = await replicaStateOf(databaseDirectUrl ?? databaseUrl, databaseReplicaUrl)
    return [
      {
        follows: passedFinding(about, 'It follows the database, and answers what reads much.'),
        stranger: failedFinding(
          about,
          'DATABASE_REPLICA_URL names another database, not a replica of it.',
        ),
        writes: warningFinding(
          about,
          'It is not a replica any more (it takes writes), so it is not used. Name another one, or none.',
        ),
      }[state],
    ]
  } catch (error) {
    return [
      warningFinding(
        about,
        `It does not answer (${wordsOf(error)}): reports are asked of the database itself.`,
      ),
    ]
  }
}

/** Without ICU, lists sort more slowly. Another ICU version may order names differently. */
function orderOfNames(about: string, facts: DatabaseFacts['nameOrder']): Finding[] {
  if (facts === null) return []
  const { withoutIcu, outdated } = describeNameOrder(facts)
  return [
    ...(withoutIcu === null ? [] : [warningFinding(about, withoutIcu)]),
    ...(outdated === null ? [] : [failedFinding(about, outdated)]),
  ]
}

export function judgeDatabase(facts: DatabaseFacts): Finding[] {
  const about = 'Database'
  const ahead = Math.abs(facts.aheadMilliseconds)
  const migrations = {
    new: warningFinding(about, 'It is empty; the first start makes the tables.'),
    older: warningFinding(
      about,
      'It awaits an upgrade; the next start does it. Take a backup first.',
    ),
    current: passedFinding(about, 'Its tables are of this version.'),
    newer: failedFinding(about, 'A newer version has brought it up to date: start that one.'),
  }[facts.migrations]
  return [
    facts.versionNumber < 150_000
      ? failedFinding(about, `PostgreSQL ${facts.version} is too old: 15 or later is needed.`)
      : passedFinding(about, `PostgreSQL ${facts.version} answers.`),
    ...(facts.owns
      ? []
      : [
          failedFinding(
            about,
            'The account does not own its database: alter database … owner to …',
          ),
        ]),
    ...(facts.hasRoles && facts.isMember
      ? [passedFinding(about, 'Both roles are there and granted.')]
      : [
          failedFinding(
            about,
            'The roles plantroom_tenant and plantroom_system are not there or not granted: let an administrator run server/db/roles.sql and grant both to the account.',
          ),
        ]),
    ...(facts.mayIndexSearch
      ? []
      : [
          warningFinding(
            about,
            'Search has no index and reads every row of a company: let an administrator run server/db/roles.sql (role plantroom_search) and allow the extensions pg_trgm and btree_gin; the next start does the rest.',
          ),
        ]),
    ...orderOfNames(about, facts.nameOrder),
    ...(facts.isSuperuser
      ? [
          warningFinding(
            about,
            'The account is a superuser, which row-level security does not bind. Use an ordinary owner.',
          ),
        ]
      : []),
    ...(facts.knowsLetters
      ? []
      : [
          failedFinding(
            about,
            'Its locale knows no letters but ASCII: make it with C.UTF-8 or a language’s locale.',
          ),
        ]),
    ahead > FARTHEST_CLOCK
      ? failedFinding(
          about,
          `Its clock is ${(ahead / 1000).toFixed(0)} s ${facts.aheadMilliseconds > 0 ? 'ahead of' : 'behind'} this machine’s: let both keep time by NTP.`,
        )
      : passedFinding(about, 'Its clock agrees with this machine’s.'),
    ...facts.unsafe.map((name) =>
      failedFinding(about, `${name} is off: a power cut loses work or damages it. Switch it on.`),
    ),
    ...(facts.connections < 30
      ? [
          warningFinding(
            about,
            `It takes ${facts.connections} connections; each server uses up to 20.`,
          ),
        ]
      : []),
    migrations,
  ]
}

async function mail(config: Config): Promise<Finding[]> {
  if (config.smtpUrl === undefined)
    return [
      config.demo
        ? passedFinding('Mail', 'None is sent: the demo shows messages at /outbox.')
        : warningFinding(
            'Mail',
            'SMTP_URL is not set: no invitation, code or reset link reaches anybody.',
          ),
    ]
  try {
    await reachMailServer(config)
    return [passedFinding('Mail', `The mail server takes mail from ${config.mailFrom}.`)]
  } catch (error) {
    return [
      failedFinding('Mail', `The mail server of SMTP_URL does not take us (${wordsOf(error)}).`),
    ]
  }
}

async function fileStore({ s3 }: Config): Promise<Finding[]> {
  if (s3 === undefined) return []
  const about = 'Store of files'
  try {
    await tryStore(s3)
    return [passedFinding(about, `${s3.url} takes a file, gives it back and lets it go.`)]
  } catch (error) {
    return [
      failedFinding(
        about,
        `${s3.url} does not work (${wordsOf(error)}). Is the bucket there, and may the key read, write and delete in it?`,
      ),
    ]
  }
}

async function timeSeries({ timeSeries: settings }: Config): Promise<Finding[]> {
  if (settings === undefined) return []
  const about = 'Time-series store'
  const store = makeTimeSeries(settings)
  try {
    await store.sensorsOf('00000000-0000-0000-0000-000000000000')
  } catch (error) {
    return [
      failedFinding(
        about,
        `${settings.queryUrl} cannot be asked (${wordsOf(error)}). Readings wait in the database until it can.`,
      ),
    ]
  }
  const flags = await store.flags()
  const found = [passedFinding(about, `${settings.queryUrl} answers.`)]
  // A missing flag means its default: one month, and duplicates are kept.
  const retention = flags?.get('retentionPeriod') ?? '1'
  if (flags !== null && /^\d{1,2}(d|w)?$/.test(retention))
    found.push(
      warningFinding(
        about,
        `It forgets after -retentionPeriod=${retention} (without a letter: months), whatever companies want to keep. Start it with -retentionPeriod=100y.`,
      ),
    )
  if (flags !== null && (flags.get('dedup.minScrapeInterval') ?? '0').startsWith('0'))
    found.push(
      warningFinding(
        about,
        'It counts twice what is sent twice, as after a restart: start it with -dedup.minScrapeInterval=1ms.',
      ),
    )
  return found
}

async function provider(idp: string, issuer: string): Promise<Finding[]> {
  const about = `Corporate sign-in (${idp})`
  try {
    const answer = await fetch(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(SECONDS * 1000),
    })
    return answer.ok
      ? [passedFinding(about, `${issuer} says what it offers.`)]
      : [
          failedFinding(
            about,
            `${issuer} answers ${answer.status} to what it should say of itself. Is it the issuer’s address?`,
          ),
        ]
  } catch (error) {
    return [failedFinding(about, `${issuer} is not reached (${wordsOf(error)}).`)]
  }
}

function demo({ demo: isDemo, production, demoExposed }: Config): Finding[] {
  if (!isDemo) return []
  return production || demoExposed
    ? [
        warningFinding(
          'Demo',
          'Demo mode is on: everybody knows its passwords. Keep nothing there.',
        ),
      ]
    : [warningFinding('Demo', 'Demo mode is on. For data of your own set NODE_ENV=production.')]
}

function secrets({ tokenSecret, dataKey, databaseUrl, smsGatewayUrl }: Config): Finding[] {
  return [
    ...(databaseUrl !== undefined && (dataKey === undefined || tokenSecret === undefined)
      ? [
          warningFinding(
            'Secrets',
            'DATA_KEY or TOKEN_SECRET is made in DATA_DIR: servers that share the database must be given the same ones.',
          ),
        ]
      : []),
    ...(smsGatewayUrl === undefined
      ? []
      : [
          warningFinding(
            'Text messages',
            'SMS_GATEWAY_URL is set; it is not tried, as that would send one.',
          ),
        ]),
  ]
}
