import { asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { surveyedPoint } from '#contract/positioning/siteSurvey.ts'
import { coverageOf, nextSpots, reasonToSurveyAgain } from '#contract/positioning/surveyAdvice.ts'
import { standingSpotFault } from '#contract/rules/standingSpot.ts'
import { LISTENS, type siteSurvey } from '#contract/rtls/siteSurvey.ts'
import { metresBetween } from '#contract/venue/plane.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { count } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import {
  companyOf,
  surveyChanged,
  knownCompany,
  groundOfFloor,
  readFacts,
  mapEquipmentOf,
  saveListenings,
  toSurveyListening,
  type PointListening,
  readSurveyPoints,
  recordOf,
  areMapsOld,
} from '../positions/index.ts'

type Shown = z.input<(typeof siteSurvey)['getSurvey']['response']>
type Body = z.output<(typeof siteSurvey)['beginListening']['body']>

/** Maximum stored points per floor. The newest make its map. */
const MAX_KEPT = 1_000
const MAX_LISTENINGS = 50
/** Milliseconds. An older last position is ignored. */
const FRESH = 60_000

export async function surveyOn(kernel: Kernel, scope: Scope, floorId: Id<'floor'>): Promise<Shown> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  await requireRows(scope, tables.floor, [floorId], 'floor', 'params.floorId')
  const known = knownCompany(kernel, companyId)
  const facts =
    known !== null && known.facts.readAt > 0
      ? known.facts
      : await readFacts(db, companyId, clock.now(), known?.facts)
  const shape = facts.floors.get(floorId)
  const ground = groundOfFloor(facts, floorId)
  if (shape === undefined || ground === undefined) throw refuseNotFound('floor', 'params.floorId')
  const rows = await readSurveyPoints(db, companyId, floorId)
  const records = rows.map((row) => recordOf(row, shape))
  const anchors = [...facts.anchors.values()].filter((anchor) => anchor.floorId === floorId)
  const { cells, share } = coverageOf(ground, records, known?.maps.get(floorId) ?? null)
  const covered = cells.filter(({ isCovered }) => isCovered)
  const [result] = await db
    .select({ figures: tables.surveyResult.figures, at: tables.surveyResult.at })
    .from(tables.surveyResult)
    .where(
      ofCompany(
        tables.surveyResult,
        companyId,
        eq(tables.surveyResult.buildingId, shape.buildingId),
      ),
    )
  const again = reasonToSurveyAgain(records, anchors, clock.now().getTime())
  const names = await namesOf(
    scope,
    again.flatMap(({ gatewayIds }) => gatewayIds),
  )
  return {
    floorId,
    count: rows.length,
    points: rows
      .map((row, index) => ({
        id: row.id,
        kind: row.kind,
        longitude: row.longitude,
        latitude: row.latitude,
        at: row.at.toISOString(),
        byName: row.byName,
        readings: row.readings.reduce((sum, [, , , heard]) => sum + heard, 0),
        gateways: surveyedPoint(records[index] ?? recordOf(row, shape), facts.anchors, -92).heard
          .length,
        offBy: row.offBy,
        radius: row.radius,
      }))
      .reverse(),
    gateways: anchors.length,
    coverage: share,
    cell: Math.sqrt(cells[0]?.size ?? 1),
    covered: covered.map((cell) => shape.plane.toDegrees(cell)),
    next: nextSpots(cells, records).map(({ gain, ...spot }) => ({
      ...shape.plane.toDegrees(spot),
      gain,
    })),
    again: again.map(({ reason, gatewayIds }) => ({
      reason,
      count: gatewayIds.length,
      gateways: gatewayIds.flatMap((id) => names.get(id) ?? []),
    })),
    figures: result === undefined ? null : { ...result.figures, at: result.at.toISOString() },
    isComputing: known !== null && areMapsOld(known),
  }
}

async function namesOf(
  { db, from, actor: { companyId } }: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: tables.gateway.id, name: tables.equipment.name })
    .from(tables.gateway)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
    .where(
      from.equipment(
        ofCompany(tables.gateway, companyId),
        inArray(tables.gateway.id, [...ids] as Id<'gateway'>[]),
      ),
    )
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}

export async function beginListening(
  kernel: Kernel,
  scope: Scope,
  { takesOver = false, ...body }: Body,
) {
  const { actor } = scope
  const { companyId, userId } = actor
  if (userId === null) throw new Error('Only a person stands somewhere')
  const company = await companyOf(kernel, companyId)
  const now = scope.clock.now().getTime()
  if (company.pointListenings.get(userId)?.state === 'listening')
    throw conflict('You are listening at a spot already.', [
      { path: '', code: 'listensAlready', message: '' },
    ])
  if (company.pointListenings.size >= MAX_LISTENINGS)
    throw conflict('So many people listen already.', [
      { path: '', code: 'tryAgain', message: String(MAX_LISTENINGS) },
    ])
  const facts = await scope.transaction((inside) => factsOfPoint(inside, body))
  // Two listenings to one tag would store the same readings at two spots.
  for (const [other, listening] of company.pointListenings) {
    if (listening.state !== 'listening' || listening.mac !== facts.tag.mac) continue
    if (!takesOver)
      throw conflict('This tag is listened to at another spot.', [
        { path: 'body.equipmentId', code: 'tagListened', message: listening.byName },
      ])
    company.pointListenings.set(other, { ...listening, state: 'takenOver', endedAt: now })
  }
  const last = facts.position
  const isKnown =
    last !== null &&
    last.method !== 'placed' &&
    now - Date.parse(last.at) < FRESH &&
    last.floorId === body.floorId
  const listening: PointListening = {
    ...body,
    ...facts.tag,
    byName: actor.cause.name,
    byId: userId,
    begunAt: now,
    endedAt: null,
    state: 'listening',
    offBy: isKnown ? metresBetween(last, body) : null,
    radius: isKnown ? last.accuracy : null,
    readings: [],
    pointId: null,
  }
  company.pointListenings.set(userId, listening)
  return toSurveyListening(listening, now)
}

async function factsOfPoint(
  scope: Scope,
  { floorId, equipmentId, ...spot }: Omit<Body, 'takesOver'>,
) {
  const {
    db,
    actor: { companyId },
  } = scope
  const [row] = await mapEquipmentOf(scope, [equipmentId])
  if (!row) throw refuseNotFound('equipment', 'body.equipmentId')
  const [tag] = await db
    .select({ mac: tables.beacon.mac, measuredPower: tables.beacon.measuredPower })
    .from(tables.beacon)
    .where(ofCompany(tables.beacon, companyId, eq(tables.beacon.equipmentId, equipmentId)))
  if (!tag) throw badInput('body.equipmentId', 'noBeacon', 'It carries no beacon.')
  const [ground] = await db
    .select({ outline: tables.floor.outline })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, floorId)))
  if (!ground) throw refuseNotFound('floor', 'body.floorId')
  const rooms = await db
    .select({ kind: tables.room.kind, outline: tables.room.outline })
    .from(tables.room)
    .where(ofCompany(tables.room, companyId, eq(tables.room.floorId, floorId)))
    .orderBy(asc(tables.room.id))
  const fault = standingSpotFault({ ...ground, rooms }, spot)
  if (fault !== null)
    throw badInput(
      'body.longitude',
      fault,
      fault === 'inWall' ? 'Nobody can stand there.' : 'This spot is not on the floor.',
    )
  const [kept] = await db
    .select({ count })
    .from(tables.surveyPoint)
    .where(
      ofCompany(
        tables.surveyPoint,
        companyId,
        eq(tables.surveyPoint.floorId, floorId),
        isNull(tables.surveyPoint.removedAt),
      ),
    )
  if ((kept?.count ?? 0) >= MAX_KEPT)
    throw conflict('The floor has so many points already.', [
      { path: '', code: 'surveyFull', message: String(MAX_KEPT) },
    ])
  return {
    position: row.position,
    tag: { ...tag, equipment: { id: equipmentId, name: row.name } },
  }
}

export function myListening(kernel: Kernel, { actor, clock }: Scope) {
  const listening = knownCompany(kernel, actor.companyId)?.pointListenings.get(actor.userId ?? 0)
  return listening === undefined ? null : toSurveyListening(listening, clock.now().getTime())
}

export async function endListening(kernel: Kernel, scope: Scope, keep: boolean) {
  const { actor, clock } = scope
  const company = knownCompany(kernel, actor.companyId)
  const listening = company?.pointListenings.get(actor.userId ?? 0)
  if (company === null || listening === undefined) return null
  const now = clock.now().getTime()
  if (listening.state === 'listening') {
    if (keep && now - listening.begunAt >= LISTENS.least * 1_000) {
      await inCompany(kernel.pool, actor.companyId, (db) =>
        saveListenings(db, actor.companyId, [listening], company.facts, now),
      )
      surveyChanged(kernel, actor.companyId)
    } else if (!keep) {
      listening.state = 'stopped'
      listening.endedAt = now
    }
  } else if (!keep) company.pointListenings.delete(actor.userId ?? 0)
  return toSurveyListening(listening, now)
}

export async function setPointRemoved(
  kernel: Kernel,
  { db, actor: { companyId }, clock }: Scope,
  id: Id<'surveyPoint'>,
  isRemoved: boolean,
): Promise<void> {
  const now = clock.now()
  const found = await db
    .update(tables.surveyPoint)
    .set({ removedAt: isRemoved ? now : null, updatedAt: now })
    .where(
      ofCompany(
        tables.surveyPoint,
        companyId,
        eq(tables.surveyPoint.id, id),
        isRemoved ? isNull(tables.surveyPoint.removedAt) : isNotNull(tables.surveyPoint.removedAt),
      ),
    )
    .returning({ id: tables.surveyPoint.id })
  if (found.length === 0) throw refuseNotFound('survey point')
  surveyChanged(kernel, companyId)
}

export function surveyTags(kernel: Kernel, companyId: Id<'company'>) {
  const listenings = knownCompany(kernel, companyId)?.pointListenings.values() ?? []
  return new Map(
    [...listenings]
      .filter(({ state }) => state === 'listening')
      .map(({ mac, floorId, longitude, latitude }) => [mac, { floorId, longitude, latitude }]),
  )
}
