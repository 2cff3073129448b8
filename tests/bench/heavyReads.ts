/**
 * One company runs eight replays of its whole history at once. Measures how long the smallest
 * request of another company waits.
 */
import { sql } from 'drizzle-orm'
import { rtls } from '#contract/rtls/rtls.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { signIn } from '#tests/apiClient.ts'
import { canary, longestDelay } from '#tests/attacks.ts'
import { type Backend, onBoth } from './backends.ts'
import { fillPositions } from './history.ts'
import { round, type Row } from './measures.ts'
import { makeTenants, PASSWORD } from './tenants.ts'

const POSITIONS = Number(process.env['BENCH_POSITIONS'] ?? 200_000)
const AT_ONCE = 8
/**
 * A company without visits gets two weeks of them when the server starts. This one has a visit, so
 * that no job runs beside the reads.
 */
const ONE_VISIT = `insert into visit (company_id, equipment_id, kind, zone_id, building_id, entered_at, left_at)
  select company_id, equipment_id, 'floor', floor_id, 1, at, at from position order by at limit 1`
const NO_DEMO = { DEMO: '0' }
const [HEAVY, OTHER] = ['administrator@heavy.test', 'administrator@other.test']

export async function measureHeavyReads(checkout: string): Promise<Row[]> {
  return (await onBoth(checkout, measure)).flat()
}

async function measure(backend: Backend): Promise<Row[]> {
  const first = await backend.start(NO_DEMO)
  await first.stop()
  await makeTenants(backend, [
    { name: 'Heavy', emails: [HEAVY] },
    { name: 'Other', emails: [OTHER] },
  ])
  await backend.withPool(async (pool) => {
    await fillPositions(pool, POSITIONS)
    await asSystem(pool, (db) => db.execute(sql.raw(ONE_VISIT)))
  })
  const server = await backend.start(NO_DEMO)
  try {
    const heavy = await signIn(server.url, HEAVY, PASSWORD)
    const { token } = await signIn(server.url, OTHER, PASSWORD)
    const everything = { from: '1970-01-01T00:00:00.000Z', to: new Date().toISOString() }
    const ask = () => heavy.call(rtls.getReplay, { body: { floorId: 1 as never, ...everything } })
    const rows: Row[] = []
    for (const many of [0, 1, AT_ONCE]) {
      await longestDelay(server.child, 'reset')
      const other = canary({ url: server.url, token })
      const begun = performance.now()
      if (many === 0) await new Promise((done) => setTimeout(done, 2_000))
      const asked = await Promise.allSettled(Array.from({ length: many }, ask))
      const took = performance.now() - begun
      const slowest = await other.stop()
      for (const one of asked) if (one.status === 'rejected') throw one.reason
      const values = {
        'took ms': round(took),
        'slowest other ms': round(slowest),
        'loop held at most ms': round(await longestDelay(server.child, 'read')),
      }
      console.log(`    ${backend.name}, ${many} replays: ${JSON.stringify(values)}`)
      rows.push({ part: 'heavyReads', what: `${many} replays`, where: backend.name, values })
    }
    return rows
  } finally {
    await server.stop()
  }
}
