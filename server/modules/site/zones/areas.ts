import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { InputCode } from '#contract/refusals.ts'
import {
  areaFault,
  areaOutline,
  MAX_AREA_CORNERS,
  MAX_AREAS,
  type AreaFault,
} from '#contract/rules/drawnArea.ts'
import type { Position } from '#contract/venue/shapes.ts'
import type { AreaRow, zones as contract } from '#contract/zones.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { updateVersioned } from '#kernel/data/updateVersioned.ts'
import { shownName } from '#kernel/data/shownName.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'
import { deleteZoneRule } from './rules.ts'

type Draft = z.output<typeof contract.createArea.body>
type Question = z.output<typeof contract.listAreas.body>

async function areasWhere(
  { db, actor }: Scope,
  where: ReturnType<typeof and>,
  { limit, offset, sort }: Pick<Question, 'limit' | 'offset' | 'sort'>,
): Promise<AreaRow[]> {
  return db
    .select({
      id: tables.area.id,
      name: tables.area.name,
      colour: tables.area.colour,
      floorId: tables.area.floorId,
      floorName: shownName({ actor }, tables.floor),
      buildingName: shownName({ actor }, tables.building),
      outline: tables.area.outline,
      version: tables.area.version,
    })
    .from(tables.area)
    .innerJoin(tables.floor, joinOn(tables.floor, tables.area.floorId))
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .where(ofCompany(tables.area, actor.companyId, where))
    .orderBy(
      ...orderOf({ actor }, sort, { name: tables.area.name }, tables.area.id, [
        byName({ actor }, tables.area.name),
        asc(tables.area.id),
      ]),
    )
    .limit(limit)
    .offset(offset)
}

export async function listAreas(scope: Scope, { search, floorId, areaId, ids, ...page }: Question) {
  const where = and(
    searchIn(folded(tables.area.name), search),
    floorId === undefined ? undefined : eq(tables.area.floorId, floorId),
    areaId === undefined ? undefined : eq(tables.area.id, areaId),
    ids === undefined ? undefined : inArray(tables.area.id, ids),
  )
  const [total] = await scope.db
    .select({ count })
    .from(tables.area)
    .where(ofCompany(tables.area, scope.actor.companyId, where))
  return { count: total?.count ?? 0, rows: await areasWhere(scope, where, page) }
}

async function oneArea(scope: Scope, id: Id<'area'>): Promise<AreaRow> {
  const [row] = await areasWhere(scope, eq(tables.area.id, id), { limit: 1, offset: 0 })
  if (!row) throw refuseNotFound('area')
  return row
}

const sentences: Record<AreaFault, string> = {
  tooFew: 'An area has at least three corners.',
  tooMany: `An area has at most ${MAX_AREA_CORNERS} corners.`,
  crosses: 'The outline crosses itself.',
  tooSmall: 'The outline is smaller than one square metre.',
  tooLarge: 'The outline is larger than one square kilometre.',
  tooFar: 'A corner lies more than 200 m from the floor.',
}
const codes: Record<AreaFault, InputCode> = {
  tooFew: 'too_small',
  tooMany: 'too_big',
  crosses: 'crossesItself',
  tooSmall: 'too_small',
  tooLarge: 'tooLarge',
  tooFar: 'farOutside',
}

async function check(
  { db, actor: { companyId } }: Scope,
  { floorId, name, corners }: Draft,
  own: Id<'area'> | null,
): Promise<void> {
  const [ground] = await db
    .select({ outline: tables.floor.outline })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, floorId)))
  if (!ground) throw refuseNotFound('floor', 'body.floorId')
  const fault = areaFault(corners, ground.outline)
  if (fault !== null) throw badInput('body.corners', codes[fault], sentences[fault])
  if (own === null) {
    const [all] = await db
      .select({ count })
      .from(tables.area)
      .where(ofCompany(tables.area, companyId))
    if ((all?.count ?? 0) >= MAX_AREAS) throw badInput('body.floorId', 'full', String(MAX_AREAS))
  }
  const [other] = await db
    .select({ id: tables.area.id })
    .from(tables.area)
    .where(
      ofCompany(
        tables.area,
        companyId,
        eq(tables.area.floorId, floorId),
        eq(sql`lower(${tables.area.name})`, name.toLowerCase()),
        own === null ? undefined : ne(tables.area.id, own),
      ),
    )
  if (other)
    throw conflict('Another area of the floor has this name.', [
      { path: 'body.name', code: 'taken', message: name },
    ])
}

const journaled: Journaled<AreaRow, 'area'> = {
  entity: 'area',
  nameOf: (row) => row.name,
  fieldsOf: (row) => ({
    name: row.name,
    colour: row.colour,
    floorName: row.floorName,
    corners: (row.outline.coordinates[0] ?? [])
      .slice(0, -1)
      .map(([longitude, latitude]) => `${latitude.toFixed(6)} ${longitude.toFixed(6)}`)
      .join('; '),
  }),
}

export async function createArea(scope: Scope, draft: Draft): Promise<AreaRow> {
  await check(scope, draft, null)
  const { corners, ...facts } = draft
  const [made] = await scope.db
    .insert(tables.area)
    .values({
      ...facts,
      companyId: scope.actor.companyId,
      outline: areaOutline(corners),
      drawnAt: scope.clock.now(),
      updatedAt: scope.clock.now(),
    })
    .returning({ id: tables.area.id })
  if (!made) throw new Error('The area was not kept')
  const after = await oneArea(scope, made.id)
  await journalChange(scope, journaled, null, after)
  return after
}

/** A new outline applies from now on. A visit inside both outlines continues. */
export const updateArea = (
  scope: Scope,
  id: Id<'area'>,
  { version, ...draft }: Draft & { version: number },
): Promise<AreaRow> =>
  updateVersioned(scope, tables.area, {
    id,
    version,
    read: () => oneArea(scope, id),
    async set(before) {
      await check(scope, draft, id)
      const { corners, ...facts } = draft
      return {
        ...facts,
        outline: areaOutline(corners),
        ...(isSame(before, draft.floorId, corners) ? {} : { drawnAt: scope.clock.now() }),
      }
    },
    journal: journaled,
  })

const isSame = (before: AreaRow, floorId: number, corners: readonly Position[]): boolean =>
  Number(before.floorId) === floorId &&
  JSON.stringify(before.outline) === JSON.stringify(areaOutline(corners))

export async function deleteArea(scope: Scope, id: Id<'area'>): Promise<void> {
  const before = await oneArea(scope, id)
  const { companyId } = scope.actor
  const rules = await scope.db
    .select({ id: tables.zoneRule.id })
    .from(tables.zoneRule)
    .where(ofCompany(tables.zoneRule, companyId, eq(tables.zoneRule.areaId, id)))
  for (const rule of rules) await deleteZoneRule(scope, rule.id)
  await scope.db
    .delete(tables.visit)
    .where(
      ofCompany(
        tables.visit,
        companyId,
        eq(tables.visit.kind, 'area'),
        eq(tables.visit.zoneId, id),
      ),
    )
  await scope.db
    .delete(tables.area)
    .where(ofCompany(tables.area, companyId, eq(tables.area.id, id)))
  await journalChange(scope, journaled, before, null)
}
