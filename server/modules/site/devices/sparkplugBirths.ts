/**
 * Births of Sparkplug edge nodes and devices, which later messages need for their aliases. Stored,
 * so that all servers know them after a restart.
 */
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import {
  readBirth,
  deadMetrics,
  ResolvedSparkplug,
  sessionIn,
  sparkplugTopic,
  type Birth,
  type SparkplugTopic,
} from '#contract/ingest/sparkplug.ts'
import type { SparkplugPayload } from '#contract/ingest/sparkplugPayload.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'

/** Maximum births per company. Beyond it, the oldest is dropped. */
const KEPT = 2_000

const table = tables.sparkplugBirth
type Owner = Pick<SparkplugTopic, 'node' | 'device'>

/** Resolves a payload from `readSparkplugPayload`. Other payloads are returned unchanged. */
export async function resolveSparkplug(
  kernel: Kernel,
  companyId: Id<'company'>,
  along: readonly string[],
  payload: unknown,
): Promise<unknown> {
  const topic = sparkplugTopic(along)
  if (topic === null || !isPayload(payload)) return payload
  return inCompany(kernel.pool, companyId, async (db) => {
    if (topic.type.endsWith('DEATH')) return deathOf(db, companyId, topic, payload)
    if (!topic.type.endsWith('BIRTH'))
      return new ResolvedSparkplug([
        { of: topic, payload, birth: await lastBirth(db, companyId, topic) },
      ])
    const birth = readBirth(payload)
    const bornAt = payload.at === null ? kernel.clock.now() : new Date(payload.at)
    await saveBirth(db, companyId, topic, birth, bornAt)
    if (topic.device === null) await deleteOlder(db, companyId, topic, bornAt)
    return new ResolvedSparkplug([{ of: topic, payload, birth }])
  })
}

const isPayload = (payload: unknown): payload is SparkplugPayload =>
  typeof payload === 'object' &&
  payload !== null &&
  'metrics' in payload &&
  Array.isArray(payload.metrics)

const owned = (companyId: Id<'company'>, { node, device }: Owner) =>
  ofCompany(table, companyId, and(eq(table.node, node), eq(table.device, device ?? '')))

async function lastBirth(db: Db, companyId: Id<'company'>, owner: Owner): Promise<Birth | null> {
  const [found] = await db.select({ birth: table.birth }).from(table).where(owned(companyId, owner))
  return found?.birth ?? null
}

async function saveBirth(
  db: Db,
  companyId: Id<'company'>,
  { node, device }: Owner,
  birth: Birth,
  bornAt: Date,
): Promise<void> {
  const set = { birth, bornAt }
  const made = await db
    .insert(table)
    .values({ companyId, node, device: device ?? '', ...set })
    .onConflictDoUpdate({ target: [table.companyId, table.node, table.device], set })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (made[0]?.isNew !== true) return
  await db.execute(sql`delete from ${table} where company_id = ${companyId} and id in (
    select id from ${table} where company_id = ${companyId}
    order by born_at desc, id desc offset ${KEPT})`)
}

/**
 * After the birth of a node, its devices are unknown until their own births. Births may arrive out
 * of order.
 */
async function deleteOlder(
  db: Db,
  companyId: Id<'company'>,
  { node }: Owner,
  bornAt: Date,
): Promise<void> {
  await db
    .delete(table)
    .where(
      ofCompany(
        table,
        companyId,
        and(eq(table.node, node), ne(table.device, ''), lt(table.bornAt, bornAt)),
      ),
    )
}

/** The death of a node includes its devices. A death of an older session is ignored. */
async function deathOf(
  db: Db,
  companyId: Id<'company'>,
  topic: SparkplugTopic,
  payload: SparkplugPayload,
): Promise<ResolvedSparkplug> {
  const isOfNode = topic.device === null
  const births = await db
    .select({ device: table.device, birth: table.birth })
    .from(table)
    .where(
      isOfNode ? ofCompany(table, companyId, eq(table.node, topic.node)) : owned(companyId, topic),
    )
  const born = births.find(({ device }) => device === '')?.birth.session ?? null
  const died = sessionIn(payload)
  if (isOfNode && born !== null && died !== null && born !== died) return new ResolvedSparkplug([])
  return new ResolvedSparkplug(
    births.map(({ device, birth }) => ({
      of: { node: topic.node, device: device === '' ? null : device },
      payload: { at: null, metrics: deadMetrics(birth) },
      birth,
    })),
  )
}
