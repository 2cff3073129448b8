/**
 * Reservations: equipment kept for a user for a while, so that others are not led to it. A row
 * counts only until its end.
 */
import { and, asc, eq, exists, gt, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { MAX_RESERVED } from '#contract/rtls/nearest.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named } from '#kernel/events/journal.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visible } from '../positionHistory/index.ts'

const LISTED = 500

export const userName = sql<string>`${tables.user.firstName} || ' ' || ${tables.user.lastName}`

export const isReserved = ({ clock }: Pick<Scope, 'clock'>): SQL | undefined =>
  and(
    eq(tables.reservation.companyId, tables.equipment.companyId),
    eq(tables.reservation.equipmentId, tables.equipment.id),
    gt(tables.reservation.until, clock.now()),
  )

export const isReservedByOther = ({ db, clock, actor }: Scope): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(tables.reservation)
      .where(and(isReserved({ clock }), ne(tables.reservation.userId, me(actor)))),
  )

/** The actor's user id. The system has no reservations, so it gets 0, which no user has. */
const me = ({ userId }: Scope['actor']): Id<'user'> => userId ?? (0 as Id<'user'>)

const select = ({ db }: Scope, where: SQL | undefined) =>
  db
    .select({
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
      by: { id: tables.user.id, name: userName },
      until: tables.reservation.until,
    })
    .from(tables.reservation)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.reservation.equipmentId))
    .innerJoin(tables.user, joinOn(tables.user, tables.reservation.userId))
    .where(where)

const reservationOf = (
  actor: Scope['actor'],
  { by, until }: { by: { id: Id<'user'>; name: string }; until: Date },
) => ({ by, until: until.toISOString(), isMine: by.id === actor.userId })

async function current(scope: Scope, id: Id<'equipment'>) {
  const [found] = await select(
    scope,
    ofCompany(
      tables.reservation,
      scope.actor.companyId,
      eq(tables.reservation.equipmentId, id),
      gt(tables.reservation.until, scope.clock.now()),
    ),
  )
  return found ?? null
}

const inWords = (found: Awaited<ReturnType<typeof current>>) => ({
  reservedBy: named('user', found?.by),
  reservedUntil: found?.until.toISOString() ?? null,
})

async function refuseUnusable({ db }: Scope, equipmentId: Id<'equipment'>): Promise<void> {
  const [status] = await db
    .select({ name: tables.equipmentStatus.name, isUsable: tables.equipmentStatus.isUsable })
    .from(tables.equipment)
    .innerJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .where(eq(tables.equipment.id, equipmentId))
  if (status !== undefined && !status.isUsable)
    throw conflict('Its status says that it is not to be used.', [
      { path: '', code: 'notUsable', message: status.name },
    ])
}

/**
 * The unique key lets one of two concurrent callers reserve; the other gets 409 with the first
 * one's name.
 */
export async function reserveEquipment(
  scope: Scope,
  equipmentId: Id<'equipment'>,
  minutes: number,
) {
  const { db, actor, clock } = scope
  const { companyId, userId } = actor
  if (userId === null) throw new Error('Only a person comes for a thing')
  const equipment = await visible(scope, equipmentId)
  if (equipment.isStatic)
    throw conflict('It is fixed to its place.', [
      { path: '', code: 'fixedInPlace', message: equipment.name },
    ])
  await refuseUnusable(scope, equipmentId)
  const now = clock.now()
  const [held] = await db
    .select({ count })
    .from(tables.reservation)
    .where(
      ofCompany(
        tables.reservation,
        companyId,
        eq(tables.reservation.userId, userId),
        ne(tables.reservation.equipmentId, equipmentId),
        gt(tables.reservation.until, now),
      ),
    )
  if ((held?.count ?? 0) >= MAX_RESERVED)
    throw conflict('So many things are kept for you already.', [
      { path: '', code: 'tooManyReserved', message: String(MAX_RESERVED) },
    ])
  const before = await current(scope, equipmentId)
  const until = new Date(now.getTime() + minutes * 60_000)
  const written = await db
    .insert(tables.reservation)
    .values({ companyId, equipmentId, userId, until })
    .onConflictDoUpdate({
      target: [tables.reservation.companyId, tables.reservation.equipmentId],
      set: { userId, until, updatedAt: now },
      setWhere: or(lte(tables.reservation.until, now), eq(tables.reservation.userId, userId)),
    })
    .returning({ id: tables.reservation.id })
  const after = await current(scope, equipmentId)
  if (written.length === 0 || after === null)
    throw conflict('Somebody else comes for it.', [
      { path: '', code: 'reserved', message: after?.by.name ?? '' },
    ])
  await scope.journal({
    entity: 'equipment',
    id: equipmentId,
    name: equipment.name,
    before: inWords(before),
    after: inWords(after),
  })
  return reservationOf(actor, after)
}

/** Returns false, and changes nothing, if the reservation is another user's or over. */
export async function releaseReservation(
  scope: Scope,
  equipmentId: Id<'equipment'>,
): Promise<boolean> {
  const { db, actor } = scope
  const equipment = await visible(scope, equipmentId)
  const before = await current(scope, equipmentId)
  if (before === null || before.by.id !== actor.userId) return false
  await db
    .delete(tables.reservation)
    .where(
      ofCompany(
        tables.reservation,
        actor.companyId,
        eq(tables.reservation.equipmentId, equipmentId),
      ),
    )
  await scope.journal({
    entity: 'equipment',
    id: equipmentId,
    name: equipment.name,
    before: inWords(before),
    after: inWords(null),
  })
  return true
}

export async function listReservations(scope: Scope) {
  const where = scope.from.equipment(
    ofCompany(tables.reservation, scope.actor.companyId),
    gt(tables.reservation.until, scope.clock.now()),
  )
  const rows = await select(scope, where)
    .orderBy(asc(tables.reservation.until), asc(tables.reservation.id))
    .limit(LISTED)
  const [total] = await scope.db
    .select({ count })
    .from(tables.reservation)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.reservation.equipmentId))
    .where(where)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ equipment, ...one }) => ({
      equipment,
      reservation: reservationOf(scope.actor, one),
    })),
  }
}
