import { sql } from 'drizzle-orm'
import { equipment, ticket } from '#db/schema/index.ts'

export const ticketPlace = sql`coalesce(${ticket.locationId}, (select thing.location_id
  from ${equipment} as thing
  where thing.company_id = ${ticket.companyId} and thing.id = ${ticket.equipmentId}))`
