import { sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'

export const ticketPlace = sql`coalesce(${tables.ticket.locationId}, (select thing.location_id
  from ${tables.equipment} as thing
  where thing.company_id = ${tables.ticket.companyId} and thing.id = ${tables.ticket.equipmentId}))`
