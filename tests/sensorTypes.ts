/** A sensor needs a type; tests that are about its readings take one of these. */
import { and, eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { MetricName } from '#contract/reports.ts'
import { sensorType } from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'

/** The type that measures this, made when it is first asked for. */
export async function sensorTypeOf(
  db: Db,
  companyId: Id<'company'>,
  metric: MetricName,
): Promise<Id<'sensorType'>> {
  const name = `Measures ${metric}`
  await db.insert(sensorType).values({ companyId, name, metric }).onConflictDoNothing()
  const [row] = await db
    .select({ id: sensorType.id })
    .from(sensorType)
    .where(and(eq(sensorType.companyId, companyId), eq(sensorType.name, name)))
  if (!row) throw new Error('The type was not made')
  return row.id
}
