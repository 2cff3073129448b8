/**
 * Records visits: every few seconds, `contract/positioning/visits` evaluates moved equipment, and
 * starts and ends are written in sets. Reads last positions, whatever wrote them. Open visits are
 * in the database, so a restart continues them; only pending entries are lost.
 */
import { and, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { AreasAt } from '#contract/positioning/areasAt.ts'
import {
  isUnsettled,
  presencesAfter,
  zoneKey,
  type EndedPresence,
  type Presence,
  type Sighting,
} from '#contract/positioning/visits.ts'
import { SILENCE } from '#contract/positioning/stays.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { changedCompanies } from '#kernel/http/eventStream.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { runsOf } from '../positionHistory/index.ts'
import { areasOf, markOfAreas, movableOf, sightings, zonesOf } from './sightings.ts'
import { watchZones } from './watch.ts'

const EVERY = 5_000
/** Milliseconds until writes of other servers and removed positions are noticed after a change. */
const RELOAD = 60_000
/** Milliseconds until a change is noticed whose notification was lost. */
const RELOAD_UNCHANGED = 600_000
/** Milliseconds. A position being written carries an earlier time. */
const OVERLAP = 5_000
/** Maximum runs read for a company with positions but no visits yet. */
const MAX_RUNS = 100_000
const CAUGHT_UP = 14 * 86_400_000
const BATCH = 2_000

interface Tracked {
  sighting: Sighting
  presences: Presence[]
}
interface Memory {
  tracked: Map<Id<'equipment'>, Tracked>
  readUntil: number
  loadedAt: number
  /** Version of the areas. If it differs, they are reloaded. */
  areaMark: string
  areasAt: AreasAt
  hasChanged: boolean
}
interface Memories {
  companies: Map<Id<'company'>, Memory>
  listedAt: number
}
const memories = new WeakMap<Kernel, Memories>()

/** `changed`: companies with changes since the last run, if known. Others are skipped if settled. */
export async function trackVisits(kernel: Kernel, changed?: Set<number>): Promise<void> {
  const known = memories.get(kernel) ?? { companies: new Map(), listedAt: -Infinity }
  memories.set(kernel, known)
  const now = kernel.clock.now().getTime()
  const isOld = Math.abs(now - known.listedAt) >= RELOAD_UNCHANGED
  const isNew = [...(changed ?? [])].some((id) => !known.companies.has(id as Id<'company'>))
  let ids = [...known.companies.keys()]
  if (changed === undefined || isOld || isNew) {
    const listed = await asSystem(kernel.pool, (db) =>
      db.selectDistinct({ id: tables.floor.companyId }).from(tables.floor),
    )
    ids = listed.map(({ id }) => id)
    known.listedAt = now
    for (const id of known.companies.keys()) if (!ids.includes(id)) known.companies.delete(id)
  }
  for (const id of changed ?? []) if (!ids.some((own) => own === id)) changed?.delete(id)
  for (const id of ids) {
    const before = known.companies.get(id)
    const hasChanged = changed?.delete(id) ?? true
    if (before !== undefined && !hasChanged && !isToFollow(before, now)) continue
    try {
      const after = await asSystemActor(kernel, id, (scope) => followCompany(scope, before))
      const isReloaded = after.loadedAt !== before?.loadedAt
      known.companies.set(id, {
        ...after,
        hasChanged: !isReloaded && (hasChanged || after.hasChanged),
      })
    } catch (error) {
      known.companies.delete(id)
      kernel.log.error({ err: error, companyId: id }, 'the visits of a company were not kept')
      known.listedAt = -Infinity
    }
  }
}

/** True if something is due without a notified change. */
function isToFollow({ tracked, loadedAt, hasChanged }: Memory, now: number): boolean {
  const age = Math.abs(now - loadedAt)
  if (age >= (hasChanged ? RELOAD : RELOAD_UNCHANGED)) return true
  for (const { presences, sighting } of tracked.values()) {
    if (!isUnsettled(presences, now)) continue
    const { begun, ended } = presencesAfter(presences, sighting, now)
    if (begun.length + ended.length > 0) return true
  }
  return false
}

async function followCompany(scope: Scope, before: Memory | undefined): Promise<Memory> {
  const now = scope.clock.now().getTime()
  const yieldToLoop = makeYielder()
  const areaMark = await markOfAreas(scope)
  const isFresh =
    before !== undefined && before.areaMark === areaMark && Math.abs(now - before.loadedAt) < RELOAD
  const memory = isFresh ? before : await loaded(scope, before, now, areaMark)
  const begun: (Presence & Who)[] = []
  const ended: (EndedPresence & Who)[] = []
  const settle = (equipmentId: Id<'equipment'>, one: Tracked) => {
    const after = presencesAfter(one.presences, one.sighting, now)
    begun.push(...after.begun.map((each) => ({ ...each, equipmentId })))
    ended.push(...after.ended.map((each) => ({ ...each, equipmentId })))
    if (after.presences.length === 0 && !one.sighting.isPlaced) memory.tracked.delete(equipmentId)
    else memory.tracked.set(equipmentId, { ...one, presences: after.presences })
  }
  const moved = await sightings(
    scope,
    gte(tables.lastPosition.changedAt, new Date(memory.readUntil)),
    memory.areasAt,
  )
  const seen = new Set<number>()
  for (const { equipmentId, ...row } of moved) {
    await yieldToLoop()
    seen.add(equipmentId)
    settle(equipmentId, {
      ...row,
      presences: memory.tracked.get(equipmentId)?.presences ?? [],
    })
  }
  for (const [equipmentId, one] of memory.tracked)
    if (!seen.has(equipmentId) && isUnsettled(one.presences, now)) {
      await yieldToLoop()
      settle(equipmentId, one)
    }
  await write(scope, begun, ended)
  return { ...memory, readUntil: now - OVERLAP }
}

interface Who {
  equipmentId: Id<'equipment'>
}

async function loaded(
  scope: Scope,
  before: Memory | undefined,
  now: number,
  areaMark: string,
): Promise<Memory> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  if (before === undefined) await catchUp(scope)
  await db.execute(sql`update ${tables.visit} set left_at = ${clock.now()}
    where ${tables.visit.companyId} = ${companyId} and ${tables.visit.leftAt} is null
    and not exists (select from ${tables.lastPosition}
      join ${tables.equipment} on ${tables.equipment.companyId} = ${tables.lastPosition.companyId}
      and ${tables.equipment.id} = ${tables.lastPosition.equipmentId}
      where ${tables.lastPosition.equipmentId} = ${tables.visit.equipmentId} and ${and(...movableOf(companyId))})`)
  const open = await db
    .select({
      equipmentId: tables.visit.equipmentId,
      kind: tables.visit.kind,
      zoneId: tables.visit.zoneId,
      buildingId: tables.visit.buildingId,
      enteredAt: tables.visit.enteredAt,
    })
    .from(tables.visit)
    .where(ofCompany(tables.visit, companyId, isNull(tables.visit.leftAt)))
  const tracked: Memory['tracked'] = new Map()
  const areasAt = await areasOf(scope)
  const rows = await sightings(scope, isNotNull(tables.lastPosition.id), areasAt)
  for (const { equipmentId, ...row } of rows)
    tracked.set(equipmentId, {
      ...row,
      presences: (before?.tracked.get(equipmentId)?.presences ?? []).filter(
        ({ isVisit }) => !isVisit,
      ),
    })
  for (const { equipmentId, kind, zoneId, buildingId, enteredAt } of open) {
    const one = tracked.get(equipmentId)
    if (!one) continue
    const key = zoneKey({ kind, id: zoneId })
    const known = before?.tracked
      .get(equipmentId)
      ?.presences.find((presence) => zoneKey(presence) === key)
    one.presences = [
      ...one.presences.filter((presence) => zoneKey(presence) !== key),
      {
        kind,
        id: zoneId,
        buildingId,
        from: enteredAt.getTime(),
        seenAt: known?.seenAt ?? one.sighting.at,
        awaySince: known?.awaySince ?? null,
        isPlaced: known?.isPlaced ?? one.sighting.isPlaced,
        isVisit: true,
      },
    ]
  }
  // At startup, or after areas changed, examines everything.
  const readUntil = before?.areaMark === areaMark ? before.readUntil : 0
  return { tracked, readUntil, loadedAt: now, areaMark, areasAt, hasChanged: false }
}

/**
 * Computes visits from stored positions of the time before visits were recorded. Once per company.
 */
async function catchUp(scope: Scope): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const [any] = await db
    .select({ id: tables.visit.id })
    .from(tables.visit)
    .where(ofCompany(tables.visit, companyId))
    .limit(1)
  if (any) return
  const runs = await runsOf(
    scope,
    sql`${tables.position.at} > ${new Date(clock.now().getTime() - CAUGHT_UP)} and ${tables.position.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
      where ${tables.equipment.companyId} = ${companyId} and not ${tables.equipment.isStatic})`,
    { most: MAX_RUNS },
  )
  if (runs.length === 0) return
  const floors = await db
    .select({ id: tables.floor.id, buildingId: tables.floor.buildingId })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId))
  const buildingOf = new Map(floors.map(({ id, buildingId }) => [Number(id), buildingId]))
  const yieldToLoop = makeYielder()
  const ended: (EndedPresence & Who)[] = []
  const presences = new Map<Id<'equipment'>, Presence[]>()
  for (const { equipmentId, from, to, ...place } of runs) {
    const buildingId = buildingOf.get(place.floorId)
    if (buildingId === undefined) continue
    await yieldToLoop()
    const zones = zonesOf({ ...place, buildingId })
    // A run contains no silence, however long it is.
    for (let at = from; ; at = Math.min(to, at + SILENCE)) {
      const before = presences.get(equipmentId) ?? []
      const after = presencesAfter(before, { at, zones, isPlaced: false }, at)
      presences.set(equipmentId, after.presences)
      ended.push(...after.ended.map((one) => ({ ...one, equipmentId })))
      if (at === to) break
    }
  }
  const now = clock.now().getTime()
  const begun: (Presence & Who)[] = []
  for (const [equipmentId, own] of presences)
    for (const one of own.filter(({ isVisit }) => isVisit))
      if (now - one.seenAt > SILENCE) ended.push({ ...one, equipmentId, to: one.seenAt })
      else begun.push({ ...one, equipmentId })
  await write(
    scope,
    begun,
    ended.map((one) => ({ ...one, isVisit: false })),
  )
}

async function write(
  { db, actor: { companyId }, changed }: Scope,
  begun: readonly (Presence & Who)[],
  ended: readonly (EndedPresence & Who)[],
): Promise<void> {
  const row = ({ equipmentId, kind, id, buildingId, from }: Presence & Who) => ({
    companyId,
    equipmentId,
    kind,
    zoneId: id,
    buildingId: buildingId as Id<'building'>,
    enteredAt: new Date(from),
  })
  const isOver = ended.filter(({ isVisit }) => isVisit)
  for (let from = 0; from < isOver.length; from += BATCH) {
    const rows = isOver
      .slice(from, from + BATCH)
      .map(({ equipmentId, kind, id, to }) => ({ equipment_id: equipmentId, kind, id, left: to }))
    await db.execute(sql`update ${tables.visit}
      set left_at = greatest(entered_at, to_timestamp(over.left / 1000.0))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as over(equipment_id int, kind text, id int, "left" float8)
      where ${tables.visit.companyId} = ${companyId} and ${tables.visit.equipmentId} = over.equipment_id
      and ${tables.visit.kind} = over.kind and ${tables.visit.zoneId} = over.id and ${tables.visit.leftAt} is null`)
  }
  const whole = [
    ...ended
      .filter(({ isVisit }) => !isVisit)
      .map((one) => ({ ...row(one), leftAt: new Date(one.to) })),
    ...begun.map((one) => ({ ...row(one), leftAt: null })),
  ]
  for (let from = 0; from < whole.length; from += BATCH)
    await db.execute(
      sql`${insertRows(tables.visit, whole.slice(from, from + BATCH))} on conflict do nothing`,
    )
  if (whole.length + isOver.length > 0) changed('Position', 'Visit')
}

export function startVisitTracking(kernel: Kernel): void {
  const changed = changedCompanies(kernel.live)
  startJob(kernel, { name: 'visits', every: EVERY, run: () => trackVisits(kernel, changed) })
  startJob(kernel, { name: 'watch over the zones', every: 20_000, run: () => watchZones(kernel) })
}
