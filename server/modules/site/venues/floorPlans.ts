import { and, asc, count as countOf, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { venuePlans as contract } from '#contract/venue/venuePlans.ts'
import { MAX_FLOORS } from '#contract/venue/planBounds.ts'
import { areaOf, labelPoint } from '#contract/venue/polygon.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, notAllowed, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { Parts } from '#kernel/events/journal.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { refuseStale } from '#kernel/data/updateVersioned.ts'
import { checkDrawn } from './checkDrawn.ts'
import { refuseWithAreas } from './drawnOn.ts'
import { listVersions, oneVersion } from './floorVersions.ts'
import { placesFor } from './newPlaces.ts'
import { setPosition } from '../positions/index.ts'
import { writeFloor, type WrittenFloor } from './writeFloor.ts'

type Plan = z.input<typeof contract.getFloorPlan.response>
type Created = z.output<typeof contract.createFloorPlan.body>
type Updated = z.output<typeof contract.updateFloorPlan.body>
type Draft = Omit<Updated, 'version'>

export async function planOf(scope: Scope, id: Id<'floor'>): Promise<Plan> {
  const {
    db,
    from,
    actor: { companyId },
  } = scope
  const seen = (of: SQL) =>
    ofCompany(tables.location, companyId, eq(tables.location.id, of), from.ever.locations())
  const [found] = await db
    .select({
      floor: tables.floor,
      buildingName: tables.building.name,
      locationName: tables.location.name,
      file: { id: tables.file.id, name: tables.file.name, mime: tables.file.mime },
    })
    .from(tables.floor)
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .leftJoin(tables.location, seen(sql`${tables.floor.locationId}`))
    .leftJoin(tables.file, joinOn(tables.file, tables.floor.pictureFileId))
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, id)))
  if (!found) throw refuseNotFound('floor')
  const rooms = await db
    .select({ room: tables.room, locationName: tables.location.name })
    .from(tables.room)
    .leftJoin(tables.location, seen(sql`${tables.room.locationId}`))
    .where(ofCompany(tables.room, companyId, eq(tables.room.floorId, id)))
    .orderBy(asc(tables.room.id))
  const gateways = await db
    .select({
      equipmentId: tables.equipment.id,
      name: tables.equipment.name,
      longitude: tables.lastPosition.longitude,
      latitude: tables.lastPosition.latitude,
    })
    .from(tables.gateway)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
    .innerJoin(
      tables.lastPosition,
      ofCompany(
        tables.lastPosition,
        companyId,
        eq(tables.lastPosition.equipmentId, tables.gateway.equipmentId),
      ),
    )
    .where(from.equipment(eq(tables.lastPosition.floorId, id)))
    .orderBy(byName(scope, tables.equipment.name), asc(tables.equipment.id))
  const { floor: ground } = found
  const named = <T>(own: T | null, name: string | null) =>
    own === null || name === null ? null : { id: own, name }
  return {
    id: ground.id,
    version: ground.version,
    building: { id: ground.buildingId, name: found.buildingName },
    name: ground.name,
    shortName: ground.shortName,
    ordinal: ground.ordinal,
    outline: ground.outline,
    parts: ground.parts,
    location: named(ground.locationId, found.locationName),
    rooms: rooms.map(({ room: one, locationName }) => ({
      id: one.id,
      name: one.name,
      code: one.code,
      kind: one.kind,
      category: one.category,
      outline: one.outline,
      location: named(one.locationId, locationName),
    })),
    picture:
      ground.picture === null || found.file === null
        ? null
        : { ...ground.picture, file: found.file },
    gateways,
  }
}

export async function createPlan(scope: Scope, body: Created): Promise<Plan> {
  const { buildingId, buildingName, ...draft } = body
  const { companyId } = scope.actor
  if (buildingId !== null) {
    await requireRows(scope, tables.building, [buildingId], 'building', 'body.buildingId')
    const [there] = await scope.db
      .select({ count: countOf() })
      .from(tables.floor)
      .where(ofCompany(tables.floor, companyId, eq(tables.floor.buildingId, buildingId)))
    if ((there?.count ?? 0) >= MAX_FLOORS)
      throw badInput('body.buildingId', 'full', `A building has at most ${MAX_FLOORS} floors.`)
  } else if (buildingName === undefined)
    throw badInput('body.buildingName', 'required', 'A new building needs a name.')
  await checkDrawn(draft, null)
  const houseId = buildingId ?? (await makeBuilding(scope, buildingName ?? '', draft))
  return written(scope, { buildingId: houseId, floorId: undefined }, draft, null)
}

async function makeBuilding(scope: Scope, name: string, draft: Draft): Promise<Id<'building'>> {
  const now = scope.clock.now()
  const [made] = await scope.db
    .insert(tables.building)
    .values({
      companyId: scope.actor.companyId,
      name,
      outline: draft.outline,
      ...labelPoint(draft.outline),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: tables.building.id })
  if (!made) throw new Error('The building was not kept')
  await scope.journal({ entity: 'building', id: made.id, name, before: null, after: { name } })
  return made.id
}

/** Locks the row until the write. Throws 409 with the stored floor on a version conflict. */
async function lockedAt(scope: Scope, id: Id<'floor'>, version: number) {
  const [found] = await scope.db
    .select({
      id: tables.floor.id,
      buildingId: tables.floor.buildingId,
      version: tables.floor.version,
    })
    .from(tables.floor)
    .where(ofCompany(tables.floor, scope.actor.companyId, eq(tables.floor.id, id)))
    .for('update')
  if (!found) throw refuseNotFound('floor')
  await refuseStale(version, found, () => planOf(scope, id))
  return found
}

export async function updatePlan(
  scope: Scope,
  id: Id<'floor'>,
  { version, ...draft }: Updated,
): Promise<Plan> {
  const { buildingId } = await lockedAt(scope, id, version)
  const before = await planOf(scope, id)
  await checkDrawn(draft, before)
  return written(scope, { buildingId, floorId: id }, draft, before)
}

async function written(
  scope: Scope,
  at: { buildingId: Id<'building'>; floorId: Id<'floor'> | undefined },
  draft: Draft,
  before: Plan | null,
): Promise<Plan> {
  const locations = await placesFor(scope, draft, before)
  const namesOfRooms = new Map(before?.rooms.map((one) => [one.id, one.name]))
  const floorOf: WrittenFloor = {
    name: draft.name,
    // A new name applies to every language.
    ...(before !== null && before.name !== draft.name && { names: {} }),
    shortName: draft.shortName,
    ordinal: draft.ordinal,
    outline: draft.outline,
    parts: draft.parts,
    ...(locations.ofFloor !== undefined && { locationId: locations.ofFloor }),
    rooms: draft.rooms.map(({ id, locationId: _at, makesLocation: _makes, ...facts }, index) => {
      const placed = locations.ofRooms[index]
      return {
        ...facts,
        ...(id !== null && { id }),
        ...(id !== null && namesOfRooms.get(id) !== facts.name && { names: {} }),
        ...(placed !== undefined && { locationId: placed }),
      }
    }),
  }
  const { floorId, number } = await writeFloor(scope, { ...at, how: 'drawn' }, floorOf)
  await layPicture(scope, floorId, draft.picture, before)
  await followBuilding(scope, at.buildingId)
  if (draft.gateways.length > 0 && !scope.can('editor|equipment'))
    throw notAllowed('editor|equipment')
  for (const { equipmentId, ...spot } of draft.gateways)
    await setPosition(scope, equipmentId, { floorId, ...spot })
  const after = await planOf(scope, floorId)
  await tell(scope, before, after, number)
  return after
}

async function followBuilding(
  { db, actor: { companyId }, clock }: Scope,
  id: Id<'building'>,
): Promise<void> {
  const own = ofCompany(tables.building, companyId, eq(tables.building.id, id))
  const floors = await db
    .select({ outline: tables.floor.outline })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.buildingId, id)))
  const [largest] = floors.toSorted((a, b) => areaOf(b.outline) - areaOf(a.outline))
  if (largest === undefined) return
  await db
    .update(tables.building)
    .set({ outline: largest.outline, ...labelPoint(largest.outline), updatedAt: clock.now() })
    .where(and(own, isNull(tables.building.externalId)))
}

const PICTURES = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])

/** Uses the user's own upload, or keeps the stored picture. Releases the former one if unused. */
async function layPicture(
  { db, actor, clock }: Scope,
  floorId: Id<'floor'>,
  picture: Draft['picture'],
  before: Plan | null,
): Promise<void> {
  const { companyId } = actor
  const oldId = before?.picture?.file.id as Id<'file'> | undefined
  if (picture !== null && picture.fileId !== oldId) {
    const isShown = sql`exists (select from ${tables.floor} where ${tables.floor.companyId} = ${companyId}
      and ${tables.floor.pictureFileId} = ${tables.file.id})`
    const isOwn =
      actor.userId === null
        ? sql`false`
        : and(eq(tables.file.uploadedBy, actor.userId), isNull(tables.file.keptAt))
    const [kept] = await db
      .update(tables.file)
      .set({ keptAt: clock.now() })
      .where(
        ofCompany(
          tables.file,
          companyId,
          eq(tables.file.id, picture.fileId),
          sql`(${isShown} or ${isOwn})`,
        ),
      )
      .returning({ mime: tables.file.mime })
    if (!kept) throw refuseNotFound('file', 'body.picture.fileId')
    if (!PICTURES.has(kept.mime))
      throw badInput(
        'body.picture.fileId',
        'notAPlanPicture',
        'A plan is a PDF, or a PNG, JPEG or WebP picture.',
      )
  }
  const { fileId = null, ...laid } = picture ?? {}
  await db
    .update(tables.floor)
    .set({
      pictureFileId: fileId,
      picture: picture === null ? null : (laid as typeof tables.floor.$inferInsert.picture),
    })
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, floorId)))
  if (oldId !== undefined && oldId !== fileId) await letGo(db, companyId, oldId)
}

const letGo = (db: Scope['db'], companyId: Id<'company'>, fileId: Id<'file'>) =>
  db
    .update(tables.file)
    .set({ keptAt: null })
    .where(
      ofCompany(
        tables.file,
        companyId,
        eq(tables.file.id, fileId),
        sql`not exists (select from ${tables.floor} where ${tables.floor.companyId} = ${companyId}
          and ${tables.floor.pictureFileId} = ${fileId})`,
      ),
    )

/** Condition on files: pictures under plans, for users who may edit locations. */
export const isFileOfFloor = (scope: Scope): SQL =>
  scope.can('editor|locations')
    ? sql`exists (select from ${tables.floor} where ${tables.floor.companyId} = ${tables.file.companyId}
        and ${tables.floor.pictureFileId} = ${tables.file.id})`
    : sql`false`

async function tell(scope: Scope, before: Plan | null, after: Plan, number: number) {
  const of = (plan: Plan | null, version: number | null) =>
    plan === null
      ? {}
      : {
          rooms: new Parts([{ of: after.name, value: plan.rooms.length }]),
          planVersion: new Parts([{ of: after.name, value: version }]),
        }
  await scope.journal({
    entity: 'building',
    id: after.building.id,
    name: after.building.name,
    before: of(before, null),
    after: of(after, number),
  })
}

export async function restorePlan(
  scope: Scope,
  id: Id<'floor'>,
  versionId: Id<'floorVersion'>,
  version: number,
): Promise<Plan> {
  const { buildingId } = await lockedAt(scope, id, version)
  return restoreDeletedFloor(
    scope,
    { id, buildingId },
    await oneVersion(scope, id, { id: versionId }),
  )
}

export async function restoreDeletedFloor(
  scope: Scope,
  { id, buildingId }: { id: Id<'floor'>; buildingId: Id<'building'> },
  { plan, number: restoredFrom }: Pick<typeof tables.floorVersion.$inferSelect, 'plan' | 'number'>,
): Promise<Plan> {
  const before = await planOf(scope, id)
  const wanted = plan.rooms.flatMap(({ locationId }) => locationId ?? [])
  const there = new Set(
    wanted.length === 0
      ? []
      : (
          await scope.db
            .select({ id: tables.location.id })
            .from(tables.location)
            .where(
              ofCompany(
                tables.location,
                scope.actor.companyId,
                inArray(tables.location.id, wanted),
              ),
            )
        ).map((one) => one.id),
  )
  const { number } = await writeFloor(
    scope,
    { buildingId, floorId: id, how: 'restored', restoredFrom },
    {
      ...plan,
      names: plan.names ?? {},
      rooms: plan.rooms.map((one) => ({
        ...one,
        names: one.names ?? {},
        locationId: one.locationId !== null && there.has(one.locationId) ? one.locationId : null,
      })),
    },
  )
  await followBuilding(scope, buildingId)
  const after = await planOf(scope, id)
  await tell(scope, before, after, number)
  return after
}

export async function deletePlan(scope: Scope, id: Id<'floor'>): Promise<void> {
  const before = await planOf(scope, id)
  await refuseWithAreas(scope, [id])
  const { companyId } = scope.actor
  await scope.db
    .delete(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, id)))
  const fileId = before.picture?.file.id as Id<'file'> | undefined
  if (fileId !== undefined) await letGo(scope.db, companyId, fileId)
  await followBuilding(scope, before.building.id as Id<'building'>)
  await scope.journal({
    entity: 'building',
    id: before.building.id,
    name: before.building.name,
    before: { rooms: new Parts([{ of: before.name, value: before.rooms.length }]) },
    after: {},
  })
}

export const versionsOf = (
  scope: Scope,
  id: Id<'floor'>,
  page: z.output<typeof contract.listFloorVersions.body>,
) => listVersions(scope, id, page)
