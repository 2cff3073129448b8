import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { unprivilegedUser } from './postgresCluster.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

/** False if PgBouncer is not installed. The test then reports that it was not run. */
export const hasPgBouncer = program !== undefined

/** `host`: socket folder of PostgreSQL. Few server sessions, so that clients share them. */
export async function startPgBouncer(
  host: string,
  database: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (program === undefined) throw new Error('This machine has no PgBouncer.')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-bouncer-'))
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
${database} = host=${host} port=5432 user=plantroom_owner
[pgbouncer]
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
logfile = ${join(folder, 'log')}
`,
  )
  chmodSync(folder, 0o755)
  const identity = unprivilegedUser()
  if (identity.uid !== undefined && identity.gid !== undefined)
    for (const path of [folder, settings]) chownSync(path, identity.uid, identity.gid)
  const child = spawn(program, [settings], { ...identity, stdio: 'ignore' })
  const url = `postgres://plantroom_owner@${encodeURIComponent(folder)}:6432/${database}`
  for (const deadline = Date.now() + 20_000; ;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (Date.now() > deadline || child.exitCode !== null) throw error
      await wait(100)
    }
  }
  return {
    url,
    async stop() {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGINT')
        await exited
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
