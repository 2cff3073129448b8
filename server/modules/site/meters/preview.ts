import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { METERS_OF_EQUIPMENT } from '#contract/meters/meterSources.ts'
import type { meters as contract } from '#contract/meters/meters.ts'
import * as tables from '#db/schema/index.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

const { meter, equipment } = tables

/** What `spreadMeters` would do. A test compares the two. */
export async function previewMeterType(
  { db, actor }: Scope,
  { id, equipmentTypeIds }: z.output<typeof contract.previewMeterType.body>,
): Promise<z.input<typeof contract.previewMeterType.response>> {
  const own = sql`${meter.companyId} = ${actor.companyId} and ${meter.equipmentId} = ${equipment.id}`
  const isOfTypes = sql`coalesce(${equipment.typeId} = any(${intArray(equipmentTypeIds)}), false)`
  const { rows } = await db.execute<{ added: number; removed: number; full: number }>(sql`
    select (count(*) filter (where wanted and place < ${METERS_OF_EQUIPMENT}))::int as added,
      (count(*) filter (where wanted and place >= ${METERS_OF_EQUIPMENT}))::int as full,
      (count(*) filter (where goes))::int as removed
    from (
      select ${isOfTypes} and ${equipment.deletedAt} is null and not exists (select from ${meter}
          where ${own} and ${meter.typeId} = ${id ?? 0}) as wanted,
        (select count(*) from ${meter} where ${own}) as place,
        not ${isOfTypes} and exists (select from ${meter} where ${own}
          and ${meter.typeId} = ${id ?? 0} and not ${meter.isOwn} and ${meter.readAt} is null) as goes
      from ${equipment} where ${equipment.companyId} = ${actor.companyId}
      and (${isOfTypes} or exists (select from ${meter} where ${own}
        and ${meter.typeId} = ${id ?? 0}))
    ) as target`)
  return rows[0] ?? { added: 0, removed: 0, full: 0 }
}
