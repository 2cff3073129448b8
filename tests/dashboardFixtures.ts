/** Creates a company with data for its dashboards, and cards on them. */
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { TestApp } from './testApp.ts'

const { dashboards, dashboardItems } = contract

export async function createDashboardFixtures(testApp: TestApp) {
  const companyId = testApp.here.id
  const now = testApp.clock.now().getTime()
  const HOUR = 3_600_000
  return asSystem(testApp.pool, async (db) => {
    const types = await db
      .insert(tables.equipmentType)
      .values(['Pump', 'Monitor'].map((name) => ({ companyId, name })))
      .returning()
    const placeTypes = await db
      .insert(tables.locationType)
      .values(['Ward', 'Room'].map((name) => ({ companyId, name })))
      .returning()
    const tags = await db
      .insert(tables.tag)
      .values([{ companyId, name: 'Critical', colour: 'red' }])
      .returning()
    const kinds = await db
      .insert(tables.procedureType)
      .values(['Round', 'Check'].map((name) => ({ companyId, name })))
      .returning()
    const places = await db
      .insert(tables.location)
      .values(
        placeTypes.map((type, index) => ({
          companyId,
          name: type.name,
          typeId: type.id,
          path: [index + 1] as Id<'location'>[],
        })),
      )
      .returning()
    for (const place of places)
      await db
        .update(tables.location)
        .set({ path: [place.id] })
        .where(ofCompany(tables.location, companyId, eq(tables.location.id, place.id)))
    const things = await db
      .insert(tables.equipment)
      .values(
        Array.from({ length: 6 }, (_each, index) => ({
          companyId,
          name: `Thing ${index}`,
          typeId: types[index % 2]?.id ?? never(),
          tagIds: index === 0 ? [tags[0]?.id ?? never()] : [],
        })),
      )
      .returning()
    const procedures = await db
      .insert(tables.procedure)
      .values(
        kinds.map((kind) => ({
          companyId,
          name: kind.name,
          typeId: kind.id,
          target: 'either' as const,
        })),
      )
      .returning()
    const rule = await db
      .insert(tables.rrule)
      .values({
        companyId,
        procedureId: procedures[0]?.id ?? never(),
        data: {},
        objects: 'equipment',
        kind: 'specific',
        rule: 'FREQ=DAILY',
        start: '2026-01-01T08:00',
        deadline: { kind: 'none' },
        onHoliday: 'keep',
        onNonWorkingDay: 'keep',
        whenOverdue: 'keepOpen',
        userIds: [],
        roleIds: [],
        isActive: true,
        activeFrom: new Date(now),
      })
      .returning()
    const spots = Array.from({ length: 400 }, (_each, index) => {
      const onThing = index % 3 !== 0
      const doneAt = new Date(now - ((index * 7919) % 10_200) * HOUR - index * 61_000)
      return {
        companyId,
        procedureId: procedures[index % 2]?.id ?? never(),
        equipmentId: onThing ? (things[index % 6]?.id ?? null) : null,
        locationId: onThing ? null : (places[index % 2]?.id ?? null),
        doneAt,
        index,
      }
    })
    await db.insert(tables.procedureLog).values(
      spots.map(({ index, ...spot }) => ({
        ...spot,
        clientKey: randomUUID(),
        procedureVersion: 1,
        doneBy: testApp.here.users.staff,
        startedAt: spot.doneAt,
        points: 0,
        maximum: 10,
        score: index % 11 === 0 ? null : (index * 37) % 101,
        questions: [],
        answers: [],
        breakdown: [] as never,
      })),
    )
    const states = ['done', 'done', 'done', 'late', 'missed', 'due', 'closed', 'planned'] as const
    await db.insert(tables.occurrence).values(
      spots.map(({ index, doneAt: at, ...spot }) => {
        const state = states[index % states.length] ?? 'done'
        return {
          ...spot,
          rruleId: rule[0]?.id ?? never(),
          at,
          plannedAt: at,
          dueBy: index % 5 === 0 ? null : new Date(at.getTime() + 8 * HOUR),
          state,
          doneAt:
            state === 'done' ? new Date(at.getTime() + (index % 2 === 0 ? 1 : 12) * HOUR) : null,
        }
      }),
    )
    await db
      .update(tables.user)
      .set({
        allEquipment: false,
        allLocations: false,
        allProcedures: true,
        equipmentTypeIds: [types[0]?.id ?? never()],
        locationTypeIds: [placeTypes[1]?.id ?? never()],
      })
      .where(ofCompany(tables.user, companyId, eq(tables.user.id, testApp.here.users.technician)))
    return { types, placeTypes, kinds, places, things, procedures, tags }
  })
}

export function never(): never {
  throw new Error('Not made')
}

export async function made<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A card on a dashboard of its own, shared with the technician. */
export async function placeCard(
  testApp: TestApp,
  admin: string,
  filters: FilterObject[],
  type: 'averageScore' | 'scheduleDone',
  isFiltered = true,
) {
  const item = await made(
    testApp.call(admin, dashboardItems.createDashboardItem, {
      body: { name: 'Card', dashboardCategoryId: null, type, range: 'YEAR', data: { filters } },
    }),
  )
  const board = await made(
    testApp.call(admin, dashboards.createDashboard, {
      body: {
        name: 'Board',
        isFiltered,
        isRestrictedEquipment: false,
        isRestrictedProcedures: false,
        equipmentTypes: [],
        procedureTypes: [],
        locationTypes: [],
        data: {
          chapters: [
            {
              title: 'One',
              items: [
                { id: item.id, name: 'Card', showHistory: true, width: 6, data: { filters } },
              ],
            },
          ],
        },
      },
    }),
  )
  await made(
    testApp.call(admin, dashboards.addDashboardUsers, {
      params: { dashboardId: board.id },
      body: { data: [testApp.here.users.technician] },
    }),
  )
  return { item, board }
}

export async function allRows(
  testApp: TestApp,
  token: string,
  id: number,
  itemId: number,
  ask: Record<string, unknown>,
) {
  const first = await made(
    testApp.call(token, dashboards.listCardDetails, { params: { id, itemId, limit: 100, ...ask } }),
  )
  const rows = [...first.rows]
  while (rows.length < first.count - first.beyondRights)
    rows.push(
      ...(
        await made(
          testApp.call(token, dashboards.listCardDetails, {
            params: { id, itemId, limit: 100, offset: rows.length, ...ask },
          }),
        )
      ).rows,
    )
  return { ...first, rows }
}
