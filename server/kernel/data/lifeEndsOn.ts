import { sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'

const { equipment } = tables

const end = sql`(${equipment.purchasedOn}
  + make_interval(months => floor(${equipment.expectedYears} * 12 + 0.5)::int))::date`

/** SQL for the day on which the expected life of equipment ends: `lifeEnd()` of the contract. */
export const lifeEndsOn = sql<string | null>`(case
  when floor(${equipment.expectedYears} * 12 + 0.5) >= 1
    and (${equipment.retiredOn} is null or ${equipment.retiredOn} >= ${end}) then ${end} end)`
