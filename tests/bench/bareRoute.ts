/**
 * The statements of one call behind a bare Fastify route. Runs in its own process, because the
 * product does.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'
import type pg from 'pg'
import { root } from '#tests/root.ts'
import { openPool } from '#db/pool.ts'

export type Statements = readonly (readonly pg.QueryConfig[])[]

export interface BareRoutes {
  pid: number | undefined
  ask(what: string): Promise<void>
  stop(): Promise<void>
}

/**
 * The statements that the next call sends to the database. The server must have been started with
 * statementRecorder.mjs.
 */
export async function statementsOf(
  child: ChildProcess,
  call: () => Promise<unknown>,
): Promise<Statements> {
  child.send('record')
  await call()
  const told = once(child, 'message')
  child.send('recorded')
  const [{ statements }] = (await told) as [{ statements: Statements }]
  if (!statements.flat().some(({ text }) => text.includes('"equipment"')))
    throw new Error('The statements of the call were not recorded.')
  return statements
}

export async function startBareRoutes(
  databaseUrl: string,
  calls: Record<string, Statements>,
): Promise<BareRoutes> {
  const child = spawn(process.execPath, ['--import', 'tsx', import.meta.filename], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const ready = once(child, 'message')
  child.send({ databaseUrl, calls })
  const [url] = (await ready) as [string]
  return {
    pid: child.pid,
    ask: async (what) => {
      const answer = await fetch(`${url}/${encodeURIComponent(what)}`, { method: 'POST' })
      if (!answer.ok) throw new Error(await answer.text())
      await answer.json()
    },
    stop: async () => {
      child.kill()
      await exited
    },
  }
}

interface Order {
  databaseUrl: string
  calls: Record<string, Statements>
}

async function serve({ databaseUrl, calls }: Order): Promise<string> {
  const pool = openPool({ connectionString: databaseUrl, max: 20, pipeline: true })
  const app = Fastify()
  app.post<{ Params: { what: string } }>('/:what', ({ params }) =>
    answer(pool, calls[params.what] ?? []),
  )
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function answer(pool: pg.Pool, statements: Statements): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    let rows: unknown[] = []
    for (const turn of statements) {
      const results = await Promise.all(turn.map((statement) => client.query(statement)))
      rows = results.findLast(({ command }) => command === 'SELECT')?.rows ?? rows
    }
    return rows
  } finally {
    client.release()
  }
}

if (process.argv[1] === import.meta.filename)
  process.once('message', (order) => {
    void serve(order as Order).then((url) => process.send?.(url))
  })
