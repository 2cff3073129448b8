/**
 * Two servers behind one address, on a PostgreSQL with a synchronous standby under Patroni, while
 * the primary is killed, stopped, cut off and demoted in turn. FAILOVER_ROUNDS (20), FAILOVER_TTL
 * (20), FAILOVER_THROUGH (`HAProxy` or `PgBouncer`; both by default, half of the rounds each).
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { devices } from '#contract/devices/devices.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { signIn } from '#tests/apiClient.ts'
import { makeRuledProcedure } from '#tests/mainJob.ts'
import { root } from '#tests/root.ts'
import { sparePort, startServer, type ServerProcess } from '#tests/serverProcess.ts'
import { median, round, type Row } from '../measures.ts'
import { startDatabaseBalancer, startPageBalancer, startPooler } from './balancer.ts'
import { faults, type Fault } from './faults.ts'
import { askNode, startPatroni, type Node, type PatroniCluster, type Timing } from './patroni.ts'
import {
  makeCrowd,
  openPage,
  reportOnAndOn,
  submitOnAndOn,
  type Crowd,
  type Page,
} from './people.ts'
import { until } from '#tests/until.ts'
import { giveToUser } from './programs.ts'

const ROUNDS = Number(process.env['FAILOVER_ROUNDS'] ?? 20)
const TTL = Number(process.env['FAILOVER_TTL'] ?? 20)
const SUBMITTERS = 8
const PAGES = 6
/** Seconds of ordinary work before a fault, and after writes resumed. */
const CALM = 4
const A_MINUTE = 60_000
const AFTER = 6

type Way = 'HAProxy' | 'PgBouncer'

interface Outcome {
  fault: Fault
  /** Seconds from the fault to the first write, to a write of each user, and to a position. */
  resumed: number
  everybody: number
  positions: number
  pagesBack: number
  writtenToFormer: number
}

export async function measureFailover(checkout: string): Promise<Row[]> {
  const only = process.env['FAILOVER_THROUGH'] as Way | undefined
  const ways: Way[] = only === undefined ? ['HAProxy', 'PgBouncer'] : [only]
  const rows: Row[] = []
  for (const way of ways) rows.push(...(await measure(checkout, way, ROUNDS / ways.length)))
  return rows
}

async function measure(checkout: string, way: Way, rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-failover-'))
  giveToUser(folder)
  const timing: Timing = { ttl: TTL, loopWait: 2, retryTimeout: 3 }
  const cluster = await startPatroni(folder, timing)
  const ending: (() => Promise<unknown> | void)[] = [() => cluster.stop()]
  const crowd = makeCrowd()
  const servers: ServerProcess[] = []
  try {
    const databasePort = await sparePort()
    const balancer = await startDatabaseBalancer(folder, databasePort, cluster.nodes)
    ending.push(() => balancer.end())
    await makeDatabase((await cluster.primary()).port)
    const direct = `postgres://plantroom_owner@127.0.0.1:${databasePort}/plantroom`
    const env: Record<string, string> = { CALLS_PER_SECOND: '10000' }
    let databaseUrl = direct
    if (way === 'PgBouncer') {
      const port = await sparePort()
      const pooler = await startPooler(folder, port, databasePort)
      ending.push(() => pooler.end('SIGINT'))
      databaseUrl = `postgres://plantroom_owner@127.0.0.1:${port}/plantroom`
      env['DATABASE_DIRECT_URL'] = direct
    }
    for (let each = 0; each < 2; each += 1)
      servers.push(await startServer({ checkout, dataDir: join(folder, 'data'), databaseUrl, env }))
    for (const server of servers) ending.push(() => server.stop())
    const pagePort = await sparePort()
    const pages = await startPageBalancer(
      folder,
      pagePort,
      servers.map(({ url }) => Number(new URL(url).port)),
    )
    ending.push(() => pages.end())
    const url = `http://127.0.0.1:${pagePort}`
    await until('the address', async () => (await fetch(`${url}/readyz`)).ok)
    return await playRounds({ cluster, url, crowd, way, rounds, timing, servers })
  } catch (error) {
    console.log(`    Last refusals: ${JSON.stringify([...crowd.lastRefusals], null, 2)}`)
    keepLogs(folder, servers)
    throw error
  } finally {
    crowd.isOver = true
    for (const end of ending.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Logs of the programs of a run that failed. */
function keepLogs(folder: string, servers: readonly ServerProcess[]): void {
  const kept = join(root, 'bench-results/failover-logs')
  mkdirSync(kept, { recursive: true })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.log'))
      copyFileSync(join(folder, name), join(kept, name.replaceAll('/', '-')))
  for (const [at, server] of servers.entries())
    writeFileSync(join(kept, `server-${at}.log`), server.output())
  console.log(`    Logs are in ${kept}.`)
}

async function makeDatabase(port: number): Promise<void> {
  const roles = readFileSync(join(root, 'server/db/roles.sql'), 'utf8')
  await askNode(port, roles, [], 'postgres')
  await askNode(
    port,
    `create role plantroom_owner login nosuperuser nobypassrls nocreaterole nocreatedb;
     grant plantroom_tenant, plantroom_system to plantroom_owner`,
    [],
    'postgres',
  )
  await askNode(port, 'create database plantroom owner plantroom_owner', [], 'postgres')
}

interface Play {
  cluster: PatroniCluster
  url: string
  crowd: Crowd
  way: Way
  rounds: number
  timing: Timing
  servers: ServerProcess[]
}

async function playRounds(play: Play): Promise<Row[]> {
  const { cluster, url, crowd, way, rounds, timing, servers } = play
  const administrator = await signIn(url, 'admin@plantroom.demo')
  const job = await makeRuledProcedure(administrator, `Failover ${way}`)
  const { key } = await administrator.call(devices.createApiKey, {
    body: { name: 'Failover', ips: [], expirationDate: null, isActive: true, monthLimit: null },
  })
  const gateways = (await administrator.call(devices.listGateways, { body: { limit: 50 } })).rows
  const beacons = await administrator.call(rtls.listBeacons)
  const token = async () => (await signIn(url, 'manager@plantroom.demo')).token
  const pages = Array.from({ length: PAGES }, () => openPage(crowd, url, token))
  const work = Promise.all([
    ...Array.from({ length: SUBMITTERS }, (_none, by) => submitOnAndOn(crowd, url, job, by)),
    reportOnAndOn(crowd, url, {
      key,
      gateways: gateways.map(({ mac }) => mac),
      beacons: beacons.rows.map(({ mac }) => mac),
    }),
  ])
  const outcomes: Outcome[] = []
  const kinds = Object.keys(faults) as Fault[]
  for (let turn = 0; turn < rounds; turn += 1) {
    const fault = kinds[turn % kinds.length] ?? 'killed'
    const outcome = await playOne(cluster, crowd, pages, fault)
    console.log(`    ${way}, ${turn + 1} of ${rounds}: ${JSON.stringify(outcome)}`)
    outcomes.push(outcome)
  }
  const missed = missedBy(pages, crowd)
  crowd.isOver = true
  await work
  const effects = await countEffects(await cluster.whole(), crowd, job.procedure.id)
  const refusals = Object.fromEntries(
    [...crowd.refusals].map(([status, count]) => [`answers ${status}`, count]),
  )
  for (const server of servers)
    if (server.child.exitCode !== null) throw new Error(`A server ended:\n${server.output()}`)
  return rowsOf(way, timing, outcomes, { ...effects, 'missed by pages': missed, ...refusals })
}

async function playOne(
  cluster: PatroniCluster,
  crowd: Crowd,
  pages: readonly Page[],
  fault: Fault,
): Promise<Outcome> {
  const former = await cluster.whole()
  await until('all users to work', () =>
    Promise.resolve(isEverybodyBack(crowd, performance.now() - 2_000)),
  )
  await until('all pages to listen', () => Promise.resolve(pages.every((page) => page.isConnected)))
  await wait(CALM * 1_000)
  const before = new Date()
  const at = performance.now()
  const heal = await faults[fault](cluster, former)
  await until('another primary', async () => (await cluster.primary()) !== former)
  const primary = await cluster.primary()
  const firstAfter = await untilFirst(crowd, at)
  await until('all users', () => Promise.resolve(isEverybodyBack(crowd, firstAfter)), 300)
  const everybody = performance.now()
  let positioned = 0
  await until('a position', async () => {
    const [row] = await askNode<{ at: Date | null }>(
      primary.port,
      'select max(changed_at) as at from last_position where changed_at > $1',
      [before],
    )
    // Written since the takeover, because the table is read from the new primary alone.
    const isNew = row?.at != null && row.at.getTime() - before.getTime() > firstAfter - at
    if (isNew) positioned = performance.now()
    return isNew
  })
  await until('all pages', () => Promise.resolve(pages.every((page) => page.isConnected)))
  const pagesBack = Math.max(...pages.map(({ loadedAt }) => loadedAt.at(-1) ?? 0), firstAfter)
  await wait(AFTER * 1_000)
  const writtenToFormer = fault === 'cut off' ? await writtenSince(former, crowd, firstAfter) : 0
  heal()
  await cluster.whole()
  const seconds = (from: number) => round((from - at) / 1_000)
  return {
    fault,
    resumed: seconds(firstAfter),
    everybody: seconds(everybody),
    positions: seconds(positioned),
    pagesBack: seconds(pagesBack),
    writtenToFormer,
  }
}

/** The first write after the longest pause since the fault: some answers are under way at first. */
async function untilFirst(crowd: Crowd, at: number): Promise<number> {
  await until('a write on the new primary', () =>
    Promise.resolve((crowd.acknowledged.at(-1)?.at ?? 0) > performance.now() - 200),
  )
  const times = [at, ...crowd.acknowledged.map((each) => each.at).filter((each) => each > at)]
  let [first, longest] = [at, 0]
  for (const [index, each] of times.entries()) {
    const pause = each - (times[index - 1] ?? each)
    if (pause > longest) [first, longest] = [each, pause]
  }
  return first
}

const isEverybodyBack = (crowd: Crowd, since: number): boolean =>
  new Set(crowd.acknowledged.filter(({ at }) => at >= since).map(({ by }) => by)).size ===
  SUBMITTERS

/** Logs that a page neither heard of nor fetched since. */
const missedBy = (pages: readonly Page[], crowd: Crowd): number =>
  pages.reduce(
    (sum, { heard, loadedAt }) =>
      sum +
      crowd.acknowledged.filter(
        ({ id, at, begunAt }) =>
          at < performance.now() - 2_000 &&
          !heard.has(id) &&
          !loadedAt.some((each) => each > begunAt && each < at + A_MINUTE),
      ).length,
    0,
  )

/** Logs of after the takeover in the former primary, which is asked past its proxies. */
async function writtenSince(former: Node, crowd: Crowd, since: number): Promise<number> {
  // Not by id: what the former wrote last, and nobody acknowledged, had ids that are given again.
  const keys = crowd.acknowledged.filter((each) => each.begunAt >= since).map(({ key }) => key)
  let count = 0
  // Patroni starts it again as a standby meanwhile.
  await until('the former primary', async () => {
    const rows = await askNode<{ count: number }>(
      former.port,
      'select count(*)::int as count from procedure_log where client_key = any($1::uuid[])',
      [keys],
    )
    count = rows[0]?.count ?? 0
    return true
  })
  return count
}

async function countEffects(
  primary: Node,
  crowd: Crowd,
  procedureId: number,
): Promise<Record<string, number>> {
  const waiting = async () => {
    const [row] = await askNode<{ count: number }>(
      primary.port,
      'select count(*)::int as count from outbox_event where handled_at is null and failed_at is null',
    )
    return row?.count === 0
  }
  await until('the events', waiting)
  const logs = await askNode<{ id: number; tickets: number }>(
    primary.port,
    `select log.id, (select count(*)::int from ticket where ticket.procedure_log_id = log.id) as tickets
     from procedure_log as log where log.procedure_id = $1`,
    [procedureId],
  )
  const kept = new Set(logs.map(({ id }) => id))
  const ids = crowd.acknowledged.map(({ id }) => id)
  return {
    acknowledged: ids.length,
    lost: ids.filter((id) => !kept.has(id)).length,
    doubled: ids.length - new Set(ids).size + logs.filter(({ tickets }) => tickets > 1).length,
    'without a ticket': logs.filter(({ tickets }) => tickets === 0).length,
    // Recorded, but never acknowledged: the run ended before the user tried again.
    unacknowledged: logs.length - new Set(ids).size,
  }
}

function rowsOf(
  way: Way,
  timing: Timing,
  outcomes: readonly Outcome[],
  counts: Record<string, number>,
): Row[] {
  const where = `${way}, ttl ${timing.ttl} s, loop ${timing.loopWait} s`
  const summary = (what: string, of: readonly Outcome[]): Row => {
    const each = (key: 'resumed' | 'everybody' | 'positions' | 'pagesBack') =>
      of.map((one) => one[key])
    return {
      part: 'failover',
      what,
      where,
      values: {
        rounds: of.length,
        'resumed s': median(each('resumed')),
        worst: Math.max(...each('resumed')),
        'everybody s, worst': Math.max(...each('everybody')),
        'positions s, worst': Math.max(...each('positions')),
        'pages s, worst': Math.max(...each('pagesBack')),
        'written to the former': of.reduce((sum, one) => sum + one.writtenToFormer, 0),
      },
    }
  }
  return [
    ...(Object.keys(faults) as Fault[])
      .map((fault) => [fault, outcomes.filter((each) => each.fault === fault)] as const)
      .filter(([, of]) => of.length > 0)
      .map(([fault, of]) => summary(fault, of)),
    summary('all', outcomes),
    { part: 'failover', what: 'submissions', where, values: counts },
  ]
}
