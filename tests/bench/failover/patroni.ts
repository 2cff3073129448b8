/**
 * Two PostgreSQL nodes under Patroni, of which the standby is synchronous, with one etcd. What a
 * node says and hears passes three proxies, so that it can be cut from the network.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sparePort } from '#tests/serverProcess.ts'
import { findBinaries } from '#tests/postgresCluster.ts'
import { startCuttableProxy, type CuttableProxy } from '#tests/cuttableProxy.ts'
import { until } from '#tests/until.ts'
import { giveToUser, programAt, startProgram, treeOf, type Program } from './programs.ts'

export interface Timing {
  /** Seconds until the leader's key in etcd lapses. */
  ttl: number
  loopWait: number
  retryTimeout: number
}

export interface Node {
  name: string
  /** PostgreSQL itself, past the proxies. */
  port: number
  /** PostgreSQL and Patroni's REST API, as others reach them. */
  outerPort: number
  restPort: number
  freeze(): void
  thaw(): void
  /** Ends Patroni and PostgreSQL at once, as the death of their machine does. */
  kill(): Promise<void>
  start(): void
  cut(): void
  mend(): void
}

export interface PatroniCluster {
  nodes: Node[]
  primary(): Promise<Node>
  /** Waits for a primary with a synchronous standby. */
  whole(): Promise<Node>
  switchOver(from: Node): Promise<void>
  stop(): Promise<void>
}

const SCOPE = 'plantroom'
const SUPERUSER = 'postgres'

export async function startPatroni(folder: string, timing: Timing): Promise<PatroniCluster> {
  const patroni = programAt('patroni', 'patroni')
  const etcdPort = await sparePort()
  const etcd = await startEtcd(folder, etcdPort)
  const nodes: (Node & { close(): Promise<void> })[] = []
  for (const name of ['a', 'b']) nodes.push(await makeNode(folder, name, patroni, etcdPort, timing))
  const [first, second] = nodes
  if (first === undefined || second === undefined) throw new Error('There are two nodes.')
  first.start()
  await until('the first node', () => isPrimary(first))
  second.start()

  const state = async (): Promise<{ name: string; role: string; state: string }[]> => {
    for (const node of nodes) {
      const answer = await ask(node, '/cluster').catch(() => null)
      if (answer?.ok)
        return (
          (await answer.json()) as { members: { name: string; role: string; state: string }[] }
        ).members
    }
    return []
  }
  const cluster: PatroniCluster = {
    nodes,
    async primary() {
      for (const node of nodes) if (await isPrimary(node)) return node
      throw new Error('No node is the primary.')
    },
    async whole() {
      await until('a synchronous standby', async () => {
        const members = await state()
        return (
          members.length === 2 &&
          members.some(({ role }) => role === 'leader') &&
          members.some(
            ({ role, state: is }) => role === 'sync_standby' && /running|streaming/.test(is),
          )
        )
      })
      return cluster.primary()
    },
    async switchOver(from) {
      const to = nodes.find((node) => node !== from)
      const answer = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name, candidate: to?.name }),
      })
      if (!answer.ok) throw new Error(`The switchover: ${answer.status} ${await answer.text()}`)
    },
    async stop() {
      for (const node of nodes) await node.close()
      await etcd.end()
    },
  }
  await cluster.whole()
  return cluster
}

const ask = (node: Node, path: string) =>
  fetch(`http://127.0.0.1:${node.restPort}${path}`, { signal: AbortSignal.timeout(1_000) })

const isPrimary = async (node: Node): Promise<boolean> => {
  try {
    return (await ask(node, '/primary')).ok
  } catch {
    return false
  }
}

async function startEtcd(folder: string, port: number): Promise<Program> {
  const data = join(folder, 'etcd')
  mkdirSync(data)
  giveToUser(data)
  const client = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${await sparePort()}`
  const etcd = startProgram(
    programAt('etcd', 'etcd-server'),
    [
      '--name=one',
      `--data-dir=${join(data, 'data')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=one=${peer}`,
      '--log-level=error',
      '--enable-v2',
    ],
    data,
  )
  await until('etcd', async () => (await fetch(`${client}/health`)).ok)
  return etcd
}

async function makeNode(
  folder: string,
  name: string,
  program: string,
  etcdPort: number,
  timing: Timing,
): Promise<Node & { close(): Promise<void> }> {
  const home = join(folder, name)
  mkdirSync(home)
  const [port, rest] = [await sparePort(), await sparePort()]
  const proxies: CuttableProxy[] = []
  for (const target of [port, rest, etcdPort]) proxies.push(await startCuttableProxy(target))
  const [outer, outerRest, outerEtcd] = proxies
  if (!outer || !outerRest || !outerEtcd) throw new Error('There are three proxies.')
  const settings = join(home, 'patroni.yml')
  // YAML reads JSON.
  const text = JSON.stringify({
    scope: SCOPE,
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${outerRest.port}` },
    // Not etcd3: with it, Patroni 3.0.2 takes the leader's key back after a stop.
    etcd: { hosts: `127.0.0.1:${outerEtcd.port}`, use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: timing.ttl,
        loop_wait: timing.loopWait,
        retry_timeout: timing.retryTimeout,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        // A killed primary is followed by its standby, not started again in its place.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${outer.port}`,
      use_unix_socket: true,
      data_dir: join(home, 'data'),
      bin_dir: findBinaries(),
      authentication: {
        superuser: { username: SUPERUSER },
        replication: { username: 'replicator' },
        rewind: { username: SUPERUSER },
      },
      parameters: {
        unix_socket_directories: home,
        max_connections: 100,
        wal_log_hints: 'on',
        log_min_messages: 'fatal',
        wal_sender_timeout: '5s',
        wal_receiver_timeout: '5s',
        tcp_keepalives_idle: 5,
        tcp_keepalives_interval: 2,
        tcp_keepalives_count: 3,
      },
    },
  })
  writeFileSync(settings, text)
  giveToUser(home, settings)
  let running: Program | undefined
  const postmaster = () => {
    try {
      return Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return undefined
    }
  }
  // PostgreSQL is not Patroni's child: it detaches.
  const processes = () =>
    [running?.child.pid, postmaster()].flatMap((pid) => (pid === undefined ? [] : treeOf(pid)))
  const signal = (given: NodeJS.Signals) => {
    for (const pid of processes())
      try {
        process.kill(pid, given)
      } catch {
        // ended meanwhile
      }
  }
  const leave = () => signal('SIGKILL')
  process.once('exit', leave)
  return {
    name,
    port,
    outerPort: outer.port,
    restPort: outerRest.port,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async kill() {
      signal('SIGKILL')
      await running?.end('SIGKILL')
    },
    start() {
      running = startProgram(program, [settings], home)
    },
    cut() {
      for (const proxy of proxies) proxy.cut()
    },
    mend() {
      for (const proxy of proxies) proxy.mend()
    },
    async close() {
      process.off('exit', leave)
      signal('SIGCONT')
      signal('SIGKILL')
      await running?.end('SIGKILL')
      for (const proxy of proxies) proxy.close()
    },
  }
}

/** Asks PostgreSQL at this port as its superuser. */
export async function askNode<R extends pg.QueryResultRow>(
  port: number,
  text: string,
  values: unknown[] = [],
  database = 'plantroom',
): Promise<R[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    database,
    connectionTimeoutMillis: 3_000,
    query_timeout: 20_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
