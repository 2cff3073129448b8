/**
 * Exports a million journal entries as a workbook and as CSV: time, memory above the idle server,
 * loop delay, and the wait of another company.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { exportFormats, listExports } from '#contract/listExports.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { signIn } from '#tests/apiClient.ts'
import { canary, longestDelay, longestTurn } from '#tests/attacks.ts'
import { type Backend, onBoth } from './backends.ts'
import { round, type Row } from './measures.ts'
import { megabytesOf } from './memory.ts'
import { makeTenants, PASSWORD } from './tenants.ts'

const ROWS = Number(process.env['BENCH_EXPORTED'] ?? 1_000_000)
const AT_ONCE = 100_000
const NO_DEMO = { DEMO: '0' }
const [HEAVY, OTHER] = ['administrator@heavy.test', 'administrator@other.test']
/** Milliseconds until memory used by the start is released. */
const IDLE_AFTER = 5_000

export async function measureExports(checkout: string): Promise<Row[]> {
  return (await onBoth(checkout, measure)).flat()
}

async function measure(backend: Backend): Promise<Row[]> {
  const first = await backend.start(NO_DEMO)
  await first.stop()
  await makeTenants(backend, [
    { name: 'Heavy', emails: [HEAVY] },
    { name: 'Other', emails: [OTHER] },
  ])
  await backend.withPool(fill)
  const server = await backend.start(NO_DEMO)
  try {
    const heavy = await signIn(server.url, HEAVY, PASSWORD)
    const { token } = await signIn(server.url, OTHER, PASSWORD)
    const rows: Row[] = []
    for (const format of exportFormats) {
      await wait(IDLE_AFTER)
      const idle = megabytesOf(server)
      await longestDelay(server.child, 'reset')
      const before = canary({ url: server.url, token })
      await wait(IDLE_AFTER)
      const idleLoop = round(await longestDelay(server.child, 'read'))
      const idleOther = round(await before.stop())
      await longestDelay(server.child, 'reset')
      const other = canary({ url: server.url, token })
      const begun = performance.now()
      const what = { list: 'journal', question: {} } as const
      let now = await heavy.call(listExports.startListExport, { body: { what, format } })
      let most = idle
      while (now.state === 'running') {
        await wait(100)
        most = Math.max(most, megabytesOf(server))
        now = await heavy.call(listExports.getListExport, { params: { id: now.id } })
      }
      if (now.state !== 'done') throw new Error(`The export is ${now.state}`)
      const values = {
        'took s': round((performance.now() - begun) / 1_000),
        'file MB': round(now.bytes / 2 ** 20),
        'idle MB': idle,
        'MB above idle': most - idle,
        'loop held at most ms': round(await longestDelay(server.child, 'read')),
        'longest turn ms': round(await longestTurn(server.child)),
        'slowest other ms': round(await other.stop()),
        'the same without it': `${idleLoop} and ${idleOther}`,
      }
      console.log(`    ${backend.name}, ${format}: ${JSON.stringify(values)}`)
      rows.push({ part: 'exports', what: `${ROWS} rows, ${format}`, where: backend.name, values })
    }
    return rows
  } finally {
    await server.stop()
  }
}

async function fill(pool: Parameters<Parameters<Backend['withPool']>[0]>[0]): Promise<void> {
  for (let from = 1; from <= ROWS; from += AT_ONCE)
    await asSystem(pool, (db) =>
      db.execute(sql`insert into journal_entry (company_id, at, entity, entity_id, entity_name,
          change, by_kind, by_name, changes)
        select (select min(id) from company), now() - make_interval(secs => n), 'equipment', n,
          'Infusion pump ' || n, 'updated', 'user', 'Ada Lovelace',
          '[{"field":"locationText","before":"Ward 12, bed 4","after":"Store room, top shelf"}]'
        from generate_series(${from}::int, ${Math.min(ROWS, from + AT_ONCE - 1)}::int) as n`),
    )
}
