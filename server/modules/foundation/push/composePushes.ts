/**
 * Gathers due alerts of a user into one message for each of their devices. The first goes at once;
 * what comes within a minute after it waits for the end of the minute, and is one message.
 */
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { quietUntil } from './quietHours.ts'

const GAP = 60_000
/** An urgent alert does not wait for a minute, but a storm of them is gathered. */
const URGENT_GAP = 10_000
/** Older alerts are in the bell alone. Longer than any quiet hours. */
const LASTS = 2 * 86_400_000
const USERS_AT_ONCE = 50
const AT_ONCE = 2_000
/** Texts of this many alerts are shown in a message about several. */
const SHOWN = 3

interface Reader {
  companyId: Id<'company'>
  userId: Id<'user'>
  isReached: boolean
  quietFrom: string | null
  quietTo: string | null
  timezone: string
  devices: { id: Id<'pushDevice'>; lastPushAt: string | null }[]
}
interface Waiting {
  id: number
  alertId: Id<'alert'>
  isSeen: boolean
  isUrgent: boolean
  at: number
}

/** Returns the number of users for whom it decided. */
export async function composePushes(kernel: Pick<Kernel, 'pool' | 'clock'>): Promise<number> {
  for (let all = 0; ;) {
    const some = await asSystem(kernel.pool, (db) => composeSome(db, kernel.clock.now()))
    all += some
    if (some < USERS_AT_ONCE) return all
  }
}

/** A clock that was set right leaves times too far ahead, which count as due. */
const isDueAt = (now: Date): SQL =>
  sql`push_due_at is not null and (push_due_at <= ${now.toISOString()}::timestamptz
    or push_due_at > ${new Date(now.getTime() + LASTS).toISOString()}::timestamptz)`

/** Locks the users, so that two servers do not each send a part. */
async function composeSome(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute<Record<keyof Reader, never>>(sql`with due as (
    select distinct company_id, user_id from (select company_id, user_id from alert_recipient
      where ${isDueAt(now)} order by push_due_at limit ${AT_ONCE}) as first)
    select reader.company_id as "companyId", reader.id as "userId",
      (reader.is_active and reader.accepted_at is not null and settings.has_push) is true as "isReached",
      reader.quiet_from as "quietFrom", reader.quiet_to as "quietTo", company.timezone as "timezone",
      (select coalesce(json_agg(json_build_object('id', device.id, 'lastPushAt', device.last_push_at)), '[]')
        from push_device device join session on session.id = device.session_id and session.ended_at is null
        where device.company_id = reader.company_id and device.user_id = reader.id) as "devices"
    from due join app_user reader on reader.company_id = due.company_id and reader.id = due.user_id
    join company on company.id = reader.company_id
    left join company_settings settings on settings.company_id = reader.company_id
    limit ${USERS_AT_ONCE} for no key update of reader skip locked`)
  for (const reader of rows as unknown as Reader[]) await composeFor(db, reader, now)
  return rows.length
}

async function composeFor(db: Db, reader: Reader, now: Date): Promise<void> {
  const { companyId, userId } = reader
  const { rows } = await db.execute<Record<keyof Waiting, never>>(sql`select told.id as "id",
      told.alert_id as "alertId", told.seen_at is not null as "isSeen", alert.level = 'error' as "isUrgent",
      (extract(epoch from alert.created_at) * 1000)::float8 as "at"
    from alert_recipient told join alert on alert.company_id = told.company_id and alert.id = told.alert_id
    where told.company_id = ${companyId} and told.user_id = ${userId} and ${isDueAt(now)}
    order by told.alert_id`)
  const { sent, later } = planOf(reader, rows as unknown as Waiting[], now.getTime())
  const moved = new Set(later.flatMap(({ ids }) => ids))
  for (const { ids, until } of later) await setDue(db, companyId, ids, until)
  const done = rows.map(({ id }) => Number(id)).filter((id) => !moved.has(id))
  await setDue(db, companyId, done, null)
  if (sent.length === 0) return
  const devices = reader.devices.map(({ id }) => id)
  await db.insert(tables.pushDelivery).values(
    devices.map((deviceId) => ({
      companyId,
      deviceId,
      alertIds: sent.slice(-SHOWN).map(({ alertId }) => alertId),
      count: sent.length,
      isUrgent: sent.some(({ isUrgent }) => isUrgent),
      createdAt: now,
      nextAttemptAt: now,
    })),
  )
  await db
    .update(tables.pushDevice)
    .set({ lastPushAt: now })
    .where(ofCompany(tables.pushDevice, companyId, inArray(tables.pushDevice.id, devices)))
}

async function setDue(
  db: Db,
  companyId: Id<'company'>,
  ids: readonly number[],
  until: number | null,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(tables.alertRecipient)
    .set({ pushDueAt: until === null ? null : new Date(until) })
    .where(
      ofCompany(
        tables.alertRecipient,
        companyId,
        sql`${tables.alertRecipient.id} = any(${`{${ids.join(',')}}`}::int[])`,
      ),
    )
}

interface Plan {
  sent: Waiting[]
  later: { ids: number[]; until: number }[]
}

/** What goes now, and what waits until when. The rest is not sent at all. */
function planOf(
  {
    isReached,
    quietFrom: from,
    quietTo: to,
    timezone,
    devices,
  }: Omit<Reader, 'companyId' | 'userId'>,
  waiting: readonly Waiting[],
  now: number,
): Plan {
  if (!isReached || devices.length === 0) return { sent: [], later: [] }
  const fresh = waiting.filter(({ isSeen, at }) => !isSeen && now - at < LASTS)
  const quietEnd = from === null || to === null ? null : quietUntil(now, { from, to }, timezone)
  const ready = quietEnd === null ? fresh : fresh.filter(({ isUrgent }) => isUrgent)
  const later =
    quietEnd === null
      ? []
      : waits(
          fresh.filter(({ isUrgent }) => !isUrgent),
          quietEnd,
        )
  if (ready.length === 0) return { sent: [], later }
  const last = Math.max(...devices.map(({ lastPushAt }) => Date.parse(lastPushAt ?? '') || 0))
  const free = last + (ready.some(({ isUrgent }) => isUrgent) ? URGENT_GAP : GAP)
  return last <= now && now < free
    ? { sent: [], later: [...later, ...waits(ready, free)] }
    : { sent: ready, later }
}

const waits = (some: readonly Waiting[], until: number): Plan['later'] =>
  some.length === 0 ? [] : [{ ids: some.map(({ id }) => id), until }]
