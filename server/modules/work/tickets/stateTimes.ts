import { sql, type SQL } from 'drizzle-orm'
import { MAX_EXPORTED_COLUMNS } from '#contract/listExports.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isIn, type ExportColumn } from '#kernel/data/exportSource.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'

export interface StateChange {
  at: number
  /** For a state change: the former state's name at that time. */
  left: string | null
  isCreation: boolean
  /** True for an import: the history in the other system is unknown. */
  isImport: boolean
}

interface Ticket {
  openedAt: number
  /** End of the measured time: when the ticket was closed, or now. */
  until: number
  state: string
}

/**
 * Milliseconds by name of the state. Null if the journal lacks the beginning. Changes after `until`
 * do not count, so the times add up to how long the ticket was open.
 */
export function timeInStates(
  { openedAt, until, state }: Ticket,
  changes: readonly StateChange[],
): ReadonlyMap<string, number> | null {
  const created = changes.find(({ isCreation }) => isCreation)
  if (created === undefined) return null
  const times = new Map<string, number>()
  let since = created.isImport ? created.at : openedAt
  const leave = (name: string, at: number) => {
    const end = Math.min(at, until)
    if (end > since) times.set(name, (times.get(name) ?? 0) + end - since)
    since = Math.max(since, end)
  }
  for (const { left, at } of changes) if (left !== null) leave(left, at)
  leave(state, until)
  return times
}

export async function stateColumns(
  { db, actor }: Scope,
  { joins, where, own }: { joins: SQL; where: SQL; own: number },
): Promise<(ExportColumn & { state: string })[]> {
  const { journalEntry, ticket, ticketState } = tables
  const most = MAX_EXPORTED_COLUMNS - own
  const { rows } = await db.execute<{ name: string }>(
    sql`with listed as materialized
        (select ${ticket.id} as id, ${ticket.stateId} as state_id from ${ticket} ${joins} where ${where})
      select name, min(place) as place from (
        select ${ticketState.name} as name, ${ticketState.position} as place from ${ticketState}
          where ${ofCompany(ticketState, actor.companyId)}
          and ${ticketState.id} in (select state_id from listed)
        union all
        select one->>'before', (select min(${ticketState.position}) from ${ticketState}
            where ${ofCompany(ticketState, actor.companyId)} and ${ticketState.name} = one->>'before')
          from ${journalEntry}, jsonb_array_elements(${journalEntry.changes}) as one
          where ${isTicketChange(actor.companyId)} and one->>'field' = 'state'
          and ${journalEntry.entityId} in (select id from listed)
      ) as states group by name order by place nulls last, name limit ${most + 1}`,
  )
  if (rows.length > most)
    throw conflict('So many columns do not fit into one file.', [
      { path: 'body.what', code: 'exportTooWide', message: `> ${MAX_EXPORTED_COLUMNS}` },
    ])
  return rows.map(({ name }) => ({
    key: `hoursIn:${name}`,
    title: { word: 'hoursInState', of: name },
    state: name,
  }))
}

const isTicketChange = (companyId: Scope['actor']['companyId']) =>
  ofCompany(
    tables.journalEntry,
    companyId,
    sql`${tables.journalEntry.entity} = 'ticket'`,
    sql`${tables.journalEntry.change} = 'updated'`,
  )

export async function stateChanges(
  { db, actor }: Scope,
  part: string,
): Promise<ReadonlyMap<number, StateChange[]>> {
  const { journalEntry } = tables
  const { rows } = await db.execute<{
    ticket: number
    at: string
    left: string | null
    isCreation: boolean
    isImport: boolean
  }>(
    sql`select ${journalEntry.entityId} as ticket, extract(epoch from ${journalEntry.at}) * 1000 as at,
        (select one->>'before' from jsonb_array_elements(${journalEntry.changes}) as one
          where one->>'field' = 'state' limit 1) as "left",
        ${journalEntry.change} = 'created' as "isCreation", ${journalEntry.byKind} = 'import' as "isImport"
      from ${journalEntry} where ${ofCompany(
        journalEntry,
        actor.companyId,
        sql`${journalEntry.entity} = 'ticket'`,
        sql`${journalEntry.change} in ('created', 'updated')`,
        isIn(journalEntry.entityId, part),
      )} order by ${journalEntry.entityId}, ${journalEntry.id}`,
  )
  const changes = new Map<number, StateChange[]>()
  for (const { ticket, at, ...row } of rows) {
    const own = changes.get(ticket) ?? []
    own.push({ ...row, at: Number(at) })
    changes.set(ticket, own)
  }
  return changes
}
