/** HAProxy before the servers and before PostgreSQL, and PgBouncer between. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:net'
import { once } from 'node:events'
import type { Node } from './patroni.ts'
import { until } from '#tests/until.ts'
import { giveToUser, programAt, startProgram, type Program } from './programs.ts'

const answers = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}

/** The settings of docs/operations.md, with the addresses of this run. */
export async function startDatabaseBalancer(
  folder: string,
  port: number,
  nodes: readonly Node[],
): Promise<Program> {
  const home = join(folder, 'haproxy-database')
  return startHaproxy(
    home,
    port,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, outerPort, restPort }) => `  server ${name} 127.0.0.1:${outerPort} check port ${restPort}`).join('\n')}
`,
  )
}

export async function startPageBalancer(
  folder: string,
  port: number,
  servers: readonly number[],
): Promise<Program> {
  const home = join(folder, 'haproxy-page')
  return startHaproxy(
    home,
    port,
    `defaults
  mode http
  timeout connect 2s
  timeout client 120s
  timeout server 120s
listen page
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /readyz
  option redispatch
  default-server inter 1s fall 2 rise 1
${servers.map((each, at) => `  server s${at} 127.0.0.1:${each} check`).join('\n')}
`,
  )
}

async function startHaproxy(home: string, port: number, settings: string): Promise<Program> {
  mkdirSync(home)
  const file = join(home, 'haproxy.cfg')
  writeFileSync(file, settings)
  giveToUser(home, file)
  const program = startProgram(programAt('haproxy', 'haproxy'), ['-db', '-f', file], home)
  await until('HAProxy', () => answers(port))
  return program
}

export async function startPooler(
  folder: string,
  port: number,
  database: number,
): Promise<Program> {
  const home = join(folder, 'pgbouncer')
  mkdirSync(home)
  const file = join(home, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
plantroom = host=127.0.0.1 port=${database} dbname=plantroom user=plantroom_owner
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
server_check_delay = 5
logfile = ${home}/log
`,
  )
  giveToUser(home, file)
  const program = startProgram(programAt('pgbouncer', 'pgbouncer'), [file], home)
  await until('PgBouncer', () => answers(port))
  return program
}
