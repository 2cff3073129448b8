import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { MetricName } from '#contract/metricNames.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Db } from '#kernel/data/transaction.ts'

export async function sensorTypeOf(
  db: Db,
  companyId: Id<'company'>,
  metric: MetricName,
): Promise<Id<'sensorType'>> {
  const name = `Measures ${metric}`
  await db.insert(tables.sensorType).values({ companyId, name, metric }).onConflictDoNothing()
  const [row] = await db
    .select({ id: tables.sensorType.id })
    .from(tables.sensorType)
    .where(ofCompany(tables.sensorType, companyId, eq(tables.sensorType.name, name)))
  if (!row) throw new Error('The type was not made')
  return row.id
}
