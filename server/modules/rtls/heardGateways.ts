/** The gateways that report here: how far their clocks are off, and when they were last heard. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { heardAt, judged, type GatewayClock } from '#contract/ingest/gatewayClock'
import type { Advert } from '#contract/ingest/reports'
import { gateway } from '../../db/schema/index.ts'
import type { Db } from '../../kernel/transaction.ts'

interface HeardGateway {
  clock: GatewayClock | null
  /** Readings that came too late to be of use, since this server was started. */
  tooOld: number
  isFresh: boolean
}
/** By id. */
export type HeardGateways = Map<Id<'gateway'>, HeardGateway>

/** By address, the newest moment that a report names. */
export function newestStamps(adverts: readonly Advert[]): Map<string, number> {
  const newest = new Map<string, number>()
  for (const { gateway: mac, at } of adverts) {
    if (at === null) continue
    newest.set(mac, Math.max(newest.get(mac) ?? -Infinity, Date.parse(at)))
  }
  return newest
}

/** One report of a gateway; `stamped` undefined: it has no clock. */
export function heardFrom(
  heard: HeardGateways,
  id: Id<'gateway'>,
  stamped: number | undefined,
  now: number,
): HeardGateway {
  const one = heard.get(id) ?? { clock: null, tooOld: 0, isFresh: true }
  heard.set(id, one)
  one.isFresh = true
  if (stamped !== undefined) one.clock = judged(one.clock, stamped, now)
  return one
}

/** When a reading was heard, by our clock. */
export const momentOf = ({ at }: Advert, { clock }: HeardGateway, now: number): number =>
  at === null || clock === null ? now : heardAt(Date.parse(at), clock, now)

/** Those heard since the last time. */
export function freshOf(heard: HeardGateways) {
  const fresh: { id: Id<'gateway'>; behind: number; old: number }[] = []
  for (const [id, one] of heard) {
    if (!one.isFresh) continue
    one.isFresh = false
    fresh.push({ id, behind: Math.round((one.clock?.behind ?? 0) / 1000), old: one.tooOld })
  }
  return fresh
}

/** At most twice a minute each. */
export async function markGateways(
  db: Db,
  companyId: Id<'company'>,
  fresh: ReturnType<typeof freshOf>,
  now: Date,
): Promise<void> {
  if (fresh.length === 0) return
  const old = new Date(now.getTime() - 30_000)
  await db.execute(sql`update ${gateway}
    set last_heard_at = ${now}, clock_behind = least(heard.behind, 2147483647), old_readings = heard.old
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as heard(id int, behind bigint, old int)
    where ${gateway.companyId} = ${companyId} and ${gateway.id} = heard.id
    and (${gateway.lastHeardAt} is null or ${gateway.lastHeardAt} < ${old})`)
}
