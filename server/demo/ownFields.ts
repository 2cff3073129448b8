/** Fields that the hospital added to its rooms and its tickets. */
import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { insertAll, type Seed } from './rows.ts'

interface Owners {
  roomIds: readonly Id<'location'>[]
  repairId: Id<'ticketType'>
}

export async function seedOwnFields(
  { db, companyId, words }: Seed,
  { roomIds, repairId }: Owners,
): Promise<{ impactId: Id<'metadataField'> }> {
  const shared = { companyId, choices: [], unit: null, equipmentTypeIds: [] }
  const [area, order, impact] = await insertAll(db, tables.metadataField, [
    {
      ...shared,
      name: words.ownFields.area,
      dataType: 'number',
      unit: words.ownFields.squareMetre,
      belongsTo: 'location',
    },
    {
      ...shared,
      name: words.ownFields.order,
      dataType: 'text',
      belongsTo: 'ticket',
      ticketTypeIds: [repairId],
    },
    {
      ...shared,
      name: words.ownFields.impact,
      dataType: 'choice',
      choices: [words.ownFields.none, words.ownFields.ward, words.ownFields.patients],
      belongsTo: 'ticket',
    },
  ])
  if (!area || !order || !impact) throw new Error('The fields were not made')
  // Written in sets, and the same at each start: the values follow from the ids.
  await db
    .update(tables.location)
    .set({
      metadata: sql`jsonb_build_object(${String(area.id)}::text, 12 + ${tables.location.id} * 7 % 31)`,
    })
    .where(ofCompany(tables.location, companyId, inArray(tables.location.id, [...roomIds])))
  const { ticket } = tables
  await db
    .update(ticket)
    .set({
      metadata: sql`case when ${ticket.typeId} = ${repairId} and ${ticket.id} % 3 = 0
        then jsonb_build_object(${String(order.id)}::text, 'PO-26-' || (4000 + ${ticket.id})) else '{}'::jsonb end
        || jsonb_build_object(${String(impact.id)}::text,
          (array[${impact.choices[0]}, ${impact.choices[0]}, ${impact.choices[1]}, ${impact.choices[2]}]::text[])[1 + ${ticket.id} % 4])`,
    })
    .where(ofCompany(ticket, companyId))
  return { impactId: impact.id }
}
