import { and, eq } from 'drizzle-orm'
import { causeKinds } from '#contract/alerts.ts'
import type { Id } from '#contract/ids.ts'
import type { MetricName } from '#contract/metricNames.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Cause } from './texts.ts'

/** The lasting alert with the names that its text has. Null if it is gone. */
export async function loadCause({ db, actor }: Scope, id: Id<'alert'>): Promise<Cause | null> {
  const [row] = await db
    .select({
      kind: tables.alert.kind,
      detail: tables.alert.text,
      sensor: { name: tables.sensor.name, metric: tables.sensor.metric },
      equipment: tables.equipment.name,
      item: tables.inventoryItem.name,
      place: tables.location.name,
    })
    .from(tables.alert)
    .leftJoin(tables.sensor, joinOn(tables.sensor, tables.alert.sensorId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.alert.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.alert.locationId))
    .leftJoin(tables.stock, joinOn(tables.stock, tables.alert.stockId))
    .leftJoin(
      tables.inventoryItem,
      and(
        eq(tables.inventoryItem.companyId, tables.stock.companyId),
        eq(tables.inventoryItem.id, tables.stock.itemId),
      ),
    )
    .where(ofCompany(tables.alert, actor.companyId, eq(tables.alert.id, id)))
  const kind = causeKinds.find((one) => one === row?.kind)
  if (row === undefined || kind === undefined) return null
  return {
    id,
    kind,
    name: row.sensor?.name ?? row.item ?? row.equipment ?? '',
    // A sensor's metric is one of the contract's names.
    metric: (row.sensor?.metric ?? null) as MetricName | null,
    detail: row.detail ?? '',
    place: row.place ?? '',
  }
}
