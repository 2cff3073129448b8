/** SQL of the hours and costs of tickets, as panel, export and reports add them up. */
import { sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'

/** Rows `ticket_id`, `value` (minutes), `at`. Running work does not count yet. */
export const minutesOfTickets = ({ actor }: Pick<Scope, 'actor'>): SQL => {
  const { workEntry: entry } = tables
  return sql`select ${entry.ticketId} as ticket_id, ${entry.minutes}::numeric as value,
      ${entry.startedAt} as at, null::date as day
    from ${entry} where ${ofCompany(entry, actor.companyId, sql`${entry.endedAt} is not null`)}`
}

/**
 * Rows `ticket_id`, `value` (amount) and `at` or `day`: entered costs, and each use of a part by
 * its price then, rounded to the currency as the panel does it.
 */
export const costsOfTickets = ({ actor }: Pick<Scope, 'actor'>, decimals: number): SQL => {
  const { ticketCost: cost, stockMovement: movement } = tables
  return sql`select ${cost.ticketId} as ticket_id, ${cost.amount} as value,
      null::timestamptz as at, ${cost.day} as day
    from ${cost} where ${ofCompany(cost, actor.companyId)}
    union all select ${movement.ticketId},
      round(-sum(${movement.amount} * ${movement.price}), ${decimals}::int), min(${movement.at}), null
    from ${movement} where ${ofCompany(
      movement,
      actor.companyId,
      sql`${movement.ticketId} is not null and ${movement.price} is not null`,
      sql`${movement.undoes} is null and not exists (select from ${movement} as later
        where later.company_id = ${movement.companyId} and later.undoes = ${movement.id})`,
    )}
    group by ${movement.ticketId}, coalesce(${movement.pairOf}, ${movement.id})`
}

/** The company's currency, in which all amounts are. */
export async function currencyOf({ db, actor }: Scope): Promise<string | null> {
  const [settings] = await db
    .select({ currency: tables.companySettings.currency })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, actor.companyId))
  return settings?.currency ?? null
}
