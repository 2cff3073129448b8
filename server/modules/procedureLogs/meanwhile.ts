/** Of two that were under way at once: each had begun before the other had arrived. */
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import { procedureLog, user } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { LONGEST_WAIT_DAYS } from './times.ts'

interface Meanwhile {
  id: Id<'procedureLog'>
  doneAt: string
  doneBy: { id: Id<'user'>; name: string }
}

const MAX_MEANWHILE = 5

const other = alias(procedureLog, 'other')
const otherPerson = alias(user, 'other_person')

/** Beside a row of `procedure_log`, also one that is being written. */
export function selectDoneMeanwhile({ from }: Scope) {
  const found = sql`coalesce((select json_agg(meanwhile) from (
    select ${other.id} as "id", ${other.doneAt} as "doneAt",
      json_build_object('id', ${otherPerson.id},
        'name', ${otherPerson.firstName} || ' ' || ${otherPerson.lastName}) as "doneBy"
    from ${procedureLog} as ${other}
    join ${user} as ${otherPerson} on ${otherPerson.companyId} = ${other.companyId}
      and ${otherPerson.id} = ${other.doneBy}
    where ${other.companyId} = ${procedureLog.companyId}
      and ${other.procedureId} = ${procedureLog.procedureId}
      and case when ${procedureLog.equipmentId} is null
        then ${other.equipmentId} is null and ${other.locationId} = ${procedureLog.locationId}
        else ${other.equipmentId} = ${procedureLog.equipmentId} end
      and ${other.doneBy} <> ${procedureLog.doneBy}
      and ${other.startedAt} < ${procedureLog.createdAt}
      and ${other.createdAt} > ${procedureLog.startedAt}
      and ${other.doneAt} > ${procedureLog.startedAt} - ${`${LONGEST_WAIT_DAYS} days`}::interval
      and ${other.id} in (select ${procedureLog.id} from ${procedureLog}
        where ${from.procedureLogs(eq(procedureLog.id, other.id))})
    order by ${other.doneAt} desc, ${other.id} desc limit ${MAX_MEANWHILE}::int
  ) as meanwhile), '[]')`
  // Put into another: drizzle takes the table's name from columns that stand in a selection itself.
  return sql<Meanwhile[]>`${found}`
}

export const meanwhileOf = (rows: readonly Meanwhile[]) =>
  rows.map(({ doneAt, ...log }) => ({ ...log, doneAt: new Date(doneAt).toISOString() }))
