/** Detects overlapping procedure logs: each began before the other one arrived. */
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { LONGEST_WAIT_DAYS } from './times.ts'

export interface Meanwhile {
  id: Id<'procedureLog'>
  doneAt: string
  doneBy: { id: Id<'user'>; name: string }
}

const MAX_MEANWHILE = 5

const other = alias(tables.procedureLog, 'other')
const otherPerson = alias(tables.user, 'other_person')

/** Subquery for a select from `procedure_log`, or for a row that is being inserted. */
export function selectDoneMeanwhile({ from }: Pick<Scope, 'from'>) {
  const found = sql`coalesce((select json_agg(meanwhile) from (select * from (
    select ${other.id} as "id", ${other.doneAt} as "doneAt",
      json_build_object('id', ${otherPerson.id},
        'name', ${otherPerson.firstName} || ' ' || ${otherPerson.lastName}) as "doneBy"
    from ${tables.procedureLog} as ${other}
    join ${tables.user} as ${otherPerson} on ${otherPerson.companyId} = ${other.companyId}
      and ${otherPerson.id} = ${other.doneBy}
    where ${other.companyId} = ${tables.procedureLog.companyId}
      and ${other.procedureId} = ${tables.procedureLog.procedureId}
      and case when ${tables.procedureLog.equipmentId} is null
        then ${other.equipmentId} is null and ${other.locationId} = ${tables.procedureLog.locationId}
        else ${other.equipmentId} = ${tables.procedureLog.equipmentId} end
      and ${other.doneBy} <> ${tables.procedureLog.doneBy}
      and ${other.startedAt} < ${tables.procedureLog.createdAt}
      and ${other.createdAt} > ${tables.procedureLog.startedAt}
      and ${tables.procedureLog.startedAt} - ${other.doneAt} < ${`${LONGEST_WAIT_DAYS} days`}::interval
      and ${other.id} in (select ${tables.procedureLog.id} from ${tables.procedureLog}
        where ${from.procedureLogs(eq(tables.procedureLog.id, other.id))})
    offset 0
    -- "offset 0" and the difference of times leave only the index of created_at, the shortest range
  ) as found order by "doneAt" desc, "id" desc limit ${MAX_MEANWHILE}::int) as meanwhile), '[]')`
  // Wrapped in another fragment: drizzle strips the table's name from columns that are directly in
  // a selection.
  return sql<Meanwhile[]>`${found}`
}

export const toMeanwhile = (rows: readonly Meanwhile[]) =>
  rows.map(({ doneAt, ...log }) => ({ ...log, doneAt: new Date(doneAt).toISOString() }))
