/**
 * A real PostgreSQL for a test run: a new cluster in a temporary folder, reached by a Unix socket
 * only, running as an ordinary system user. Deleted after the run.
 */
import {
  type ChildProcess,
  execFile,
  execFileSync,
  spawn,
  type SpawnOptions,
} from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

export interface Cluster {
  pid: number | undefined
  /**
   * Connects as the cluster's superuser, only to create roles and databases. Tests never use it.
   */
  admin(database?: string): pg.PoolConfig
  owner(database: string): pg.PoolConfig
  ownerUrl(database: string): string
  stop(): Promise<void>
  /** Ends the cluster like a power cut: at once, without writing anything. */
  kill(): Promise<void>
}

const superuser = 'plantroom_superuser'
const owner = 'plantroom_owner'
const port = 5432 // only names the socket file

/**
 * Starts the cluster. Throws a message if PostgreSQL is not installed. `folder`: its folder, also
 * of an earlier cluster.
 */
export async function startCluster({
  durable = false,
  folder = mkdtempSync(join(tmpdir(), 'plantroom-pg-')),
} = {}): Promise<Cluster> {
  const bin = findBinaries()
  const identity = unprivilegedUser()
  const data = join(folder, 'data')
  const isThere = existsSync(join(data, 'PG_VERSION'))
  mkdirSync(data, { recursive: true })
  chmodSync(folder, 0o755) // the socket is inside; the data folder below stays closed
  if (identity.uid !== undefined && identity.gid !== undefined) {
    for (const path of [folder, data]) chownSync(path, identity.uid, identity.gid)
  }
  const as: SpawnOptions = {
    ...identity,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  }
  if (!isThere)
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...as, stdio: 'pipe' },
    )
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-k',
      folder,
      '-p',
      String(port),
      '-c',
      'listen_addresses=',
      '-c',
      'max_connections=200',
      // The data is not needed after the run. Only measurements need the disk's real speed.
      ...(durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
      '-c',
      'log_min_messages=fatal',
    ],
    { ...as, stdio: 'ignore' },
  )
  const admin = (database = 'postgres'): pg.PoolConfig => ({
    host: folder,
    port,
    user: superuser,
    database,
  })
  const leave = () => {
    server.kill('SIGQUIT')
  } // also runs if the test run is ended early
  process.once('exit', leave)
  await untilReady(admin(), server)
  return {
    pid: server.pid,
    admin,
    owner: (database) => ({ host: folder, port, user: owner, database, max: 20 }),
    ownerUrl: (database) => `postgres://${owner}@${encodeURIComponent(folder)}:${port}/${database}`,
    kill: async () => {
      process.off('exit', leave)
      const ends = [server.pid, ...childrenOf(server.pid)].flatMap((pid) => pid ?? [])
      const exited = once(server, 'exit')
      for (const pid of ends) process.kill(pid, 'SIGKILL')
      await exited
    },
    stop: async () => {
      process.off('exit', leave)
      if (server.exitCode === null && server.signalCode === null) {
        const exited = once(server, 'exit')
        server.kill('SIGINT') // fast shutdown
        await exited
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A read-only replica of the cluster with its socket in `host`: all databases, by streaming. */
export async function startStandby(host: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-standby-'))
  const identity = unprivilegedUser()
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(folder, identity.uid, identity.gid)
  await promisify(execFile)(
    join(findBinaries(), 'pg_basebackup'),
    [
      `--host=${host}`,
      `--port=${port}`,
      `--username=${superuser}`,
      `--pgdata=${join(folder, 'data')}`,
      '--write-recovery-conf',
      '--wal-method=stream',
      '--checkpoint=fast',
      '--no-sync',
    ],
    { ...identity, cwd: folder },
  )
  return startCluster({ folder })
}

/**
 * Creates the roles as an administrator would, from the file in docs/operations, and an owner
 * without special rights.
 */
export async function createRoles(cluster: Cluster, rolesFile: URL): Promise<void> {
  await asAdmin(cluster, async (client) => {
    await client.query(readFileSync(rolesFile, 'utf8'))
    await client.query(`create role ${owner} login nosuperuser nobypassrls nocreaterole nocreatedb`)
    await client.query(`grant plantroom_tenant, plantroom_system to ${owner}`)
  })
}

export async function createDatabase(
  cluster: Pick<Cluster, 'admin'>,
  name: string,
  template?: string,
): Promise<void> {
  await asAdmin(cluster, (client) =>
    client.query(
      `create database ${name} owner ${owner}${template ? ` template ${template} strategy file_copy` : ''}`,
    ),
  )
}

export async function dropDatabase(cluster: Pick<Cluster, 'admin'>, name: string): Promise<void> {
  await asAdmin(cluster, (client) => client.query(`drop database if exists ${name} with (force)`))
}

export async function asAdmin<T>(
  cluster: Pick<Cluster, 'admin'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(cluster.admin())
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function untilReady(config: pg.PoolConfig, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended with ${server.exitCode} as it started.`)
    const client = new pg.Client(config)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(100)
    }
  }
}

export function findBinaries(): string {
  const places = [
    process.env['POSTGRES_BIN'] ?? '',
    ...versionsUnder('/usr/lib/postgresql', 'bin'),
    ...versionsUnder('/opt/homebrew/opt', 'bin', 'postgresql'),
    ...versionsUnder('/usr/local/opt', 'bin', 'postgresql'),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  const found = places.find(
    (place) =>
      place !== '' && existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')),
  )
  if (found) return found
  throw new Error(
    'The tests need a PostgreSQL 15 or later on this machine (initdb and postgres): install it, or name its folder in POSTGRES_BIN.',
  )
}

function versionsUnder(folder: string, below: string, prefix = ''): string[] {
  if (!existsSync(folder)) return []
  const byVersion = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true })
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort(byVersion)
    .map((name) => join(folder, name, below))
}

/** Users to run PostgreSQL as, because it refuses root; the first that exists is used. */
export function unprivilegedUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
      ?.split(':')
    if (line) return { uid: Number(line[2]), gid: Number(line[3]) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a postgres nor a nobody user.',
  )
}

function childrenOf(pid: number | undefined): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  return pid !== undefined && existsSync(list)
    ? readFileSync(list, 'utf8')
        .split(' ')
        .filter((each) => each !== '')
        .map(Number)
    : []
}
