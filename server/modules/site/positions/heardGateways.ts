/** Gateways that report: their clock offset, and when they were last heard. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import {
  toServerTime,
  updateGatewayClock,
  type GatewayClock,
} from '#contract/ingest/gatewayClock.ts'
import type { AdvertFault, Counts, OtherIgnored } from '#contract/ingest/ignored.ts'
import type { Advert } from '#contract/ingest/reports.ts'
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'

interface HeardGateway {
  clock: GatewayClock | null
  /** Ignored adverts by reason, since the server started. */
  ignored: Counts<AdvertFault>
  heardAt: number
  isFresh: boolean
  writtenAt: number | null
}
export type HeardGateways = Map<Id<'gateway'>, HeardGateway>

/** Newest timestamp of each gateway in a report, by address. */
export function newestStamps(adverts: readonly Advert[]): Map<string, number> {
  const newest = new Map<string, number>()
  for (const { gateway: mac, at } of adverts) {
    if (at === null) continue
    newest.set(mac, Math.max(newest.get(mac) ?? -Infinity, Date.parse(at)))
  }
  return newest
}

export function recordHeard(
  heard: HeardGateways,
  id: Id<'gateway'>,
  stamped: number | undefined,
  now: number,
): HeardGateway {
  const one: HeardGateway = heard.get(id) ?? {
    clock: null,
    ignored: {},
    heardAt: now,
    isFresh: true,
    writtenAt: null,
  }
  heard.set(id, one)
  one.isFresh = true
  one.heardAt = now
  if (stamped !== undefined) one.clock = updateGatewayClock(one.clock, stamped, now)
  return one
}

export const momentOf = ({ at }: Advert, { clock }: HeardGateway, now: number): number =>
  at === null || clock === null ? now : toServerTime(Date.parse(at), clock, now)

/** Minimum milliseconds between writes about one gateway. */
const WRITTEN_EVERY = 30_000

/**
 * Gateways to write now. A report stays pending until its time, even if the gateway falls silent.
 */
export function takeDueWrites(heard: HeardGateways, now: number) {
  const due: {
    id: Id<'gateway'>
    at: string
    behind: number
    old: number
    ignored: OtherIgnored
  }[] = []
  for (const [id, one] of heard) {
    if (!one.isFresh) continue
    if (one.writtenAt !== null && Math.abs(now - one.writtenAt) < WRITTEN_EVERY) continue
    one.isFresh = false
    one.writtenAt = now
    const { tooOld = 0, ...ignored } = one.ignored
    due.push({
      id,
      at: new Date(one.heardAt).toISOString(),
      behind: Math.round(((one.clock?.behind ?? 0) - (one.clock?.ahead ?? 0)) / 1000),
      old: tooOld,
      ignored,
    })
  }
  return due
}

export function requeueWrites(heard: HeardGateways, due: ReturnType<typeof takeDueWrites>): void {
  for (const { id } of due) {
    const one = heard.get(id)
    if (one) Object.assign(one, { isFresh: true, writtenAt: null })
  }
}

/** Another server may have stored a later time. */
export async function markGateways(
  db: Db,
  companyId: Id<'company'>,
  due: ReturnType<typeof takeDueWrites>,
): Promise<void> {
  if (due.length === 0) return
  await db.execute(sql`update ${tables.gateway}
    set last_heard_at = heard.at, clock_behind = greatest(least(heard.behind, 2147483647), -2147483647),
      old_readings = least(heard.old, 2147483647), ignored = heard.ignored
    from jsonb_to_recordset(${JSON.stringify(due)}::jsonb)
      as heard(id int, at timestamptz, behind bigint, old bigint, ignored jsonb)
    where ${tables.gateway.companyId} = ${companyId} and ${tables.gateway.id} = heard.id
    and (${tables.gateway.lastHeardAt} is null or ${tables.gateway.lastHeardAt} <= heard.at)`)
}
