import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { planeAt } from '#contract/venue/plane.ts'
import type { Position } from '#contract/venue/shapes.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { trackVisits } from './visitTracking.ts'
import { watchZones } from './watch.ts'

const { zones, equipment, alerts, journal } = contract
let testApp: TestApp
let admin: string
let own: Fixtures
let floorId: Id<'floor'>
let pump: Id<'equipment'>
let at: (x: number, y: number) => Position

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  floorId = own.floor as never
  const [ground] = await asSystem(testApp.pool, (db) =>
    db.select().from(tables.floor).where(eq(tables.floor.id, floorId)),
  )
  const [longitude, latitude] = ground?.outline.coordinates[0]?.[0] ?? [0, 0]
  const plane = planeAt({ longitude, latitude })
  at = (x, y) => {
    const point = plane.toDegrees({ x, y })
    return [point.longitude, point.latitude]
  }
  pump = (
    await testApp.call(admin, equipment.createEquipment, {
      body: { name: 'Pump 1', typeId: own.equipmentType as never },
    })
  ).body.id
})
afterAll(() => testApp.close())

const square = (x: number, y: number, size = 4): Position[] => [
  at(x, y),
  at(x + size, y),
  at(x + size, y + size),
  at(x, y + size),
]
const draw = (name: string, corners: Position[]) =>
  testApp.call(admin, zones.createArea, { body: { floorId, name, colour: 'blue', corners } })
async function stands(x: number, y: number, seconds: number): Promise<void> {
  for (let second = 0; second <= seconds; second += 10) {
    const now = testApp.clock.now()
    const [longitude, latitude] = at(x, y)
    const row = {
      companyId: testApp.here.id,
      equipmentId: pump,
      floorId,
      roomId: null,
      longitude,
      latitude,
      accuracy: 2,
      method: 'distances' as const,
      at: now,
      changedAt: now,
    }
    await asSystem(testApp.pool, (db) =>
      db
        .insert(tables.lastPosition)
        .values(row)
        .onConflictDoUpdate({
          target: [tables.lastPosition.companyId, tables.lastPosition.equipmentId],
          set: row,
        }),
    )
    await trackVisits(testApp.app.kernel)
    testApp.clock.advance(10_000)
  }
}
const visitsIn = async (areaId: Id<'area'>) =>
  (await testApp.call(admin, zones.listVisits, { body: { areaId } })).body

describe('areas drawn on a floor', () => {
  it('are stored, found, changed and recorded in the journal', async () => {
    const made = await draw('Loading bay', square(0, 0))
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({ name: 'Loading bay', colour: 'blue', floorId, version: 1 })
    const { body } = await testApp.call(admin, zones.listAreas, {
      body: { floorId, search: 'bay' },
    })
    expect(body.rows.map(({ id }) => id)).toEqual([made.body.id])
    const changed = await testApp.call(admin, zones.updateArea, {
      params: { id: made.body.id },
      body: { floorId, name: 'Bay', colour: 'green', corners: square(0, 0, 5), version: 1 },
    })
    expect(changed.body).toMatchObject({ name: 'Bay', colour: 'green', version: 2 })
    const stale = await testApp.call(admin, zones.updateArea, {
      params: { id: made.body.id },
      body: { floorId, name: 'Bay 2', colour: 'green', corners: square(0, 0), version: 1 },
    })
    expect(stale.status).toBe(409)
    const told = await testApp.call(admin, journal.listJournal, {
      body: { entity: 'area', entityId: made.body.id },
    })
    expect(told.body.rows).toHaveLength(2)
    await testApp.call(admin, zones.deleteArea, { params: { id: made.body.id } })
  })

  it('are refused with the reason if they are invalid', async () => {
    const refusal = async (name: string, corners: Position[]) => {
      const { status, body } = await draw(name, corners)
      const [error] = (body as { errors?: { code: string; message: string }[] }).errors ?? []
      return [status, error?.code, ...(status === 400 ? [error?.message] : [])]
    }
    const [a, b, c, d] = square(0, 0) as [Position, Position, Position, Position]
    expect(await refusal('Crossed', [a, c, b, d])).toEqual([
      400,
      'crossesItself',
      'The outline crosses itself.',
    ])
    expect(await refusal('Dot', square(0, 0, 0.2))).toEqual([
      400,
      'too_small',
      'The outline is smaller than one square metre.',
    ])
    expect(await refusal('Far', square(5_000, 0))).toEqual([
      400,
      'farOutside',
      'A corner lies more than 200 m from the floor.',
    ])
    const { body: first } = await draw('Twice', square(0, 0))
    expect(await refusal('twice', square(9, 0))).toEqual([409, 'taken'])
    await testApp.call(admin, zones.deleteArea, { params: { id: first.id } })
  })
})

describe('a visit to an area', () => {
  it('begins when equipment has stood in it, beside its other areas, and ends when it left', async () => {
    const { body: bay } = await draw('Bay A', square(0, 0))
    const { body: lane } = await draw('Lane', square(2, 0))
    await stands(3, 1, 60)
    for (const id of [bay.id, lane.id])
      expect((await visitsIn(id)).rows).toMatchObject([{ areaId: id, roomId: null, leftAt: null }])
    await stands(5, 1, 60)
    expect((await visitsIn(lane.id)).rows).toMatchObject([{ leftAt: null, roomName: 'Lane' }])
    const [left] = (await visitsIn(bay.id)).rows
    expect(left?.leftAt).not.toBeNull()
    const span = {
      from: new Date(testApp.clock.now().getTime() - 3_600_000).toISOString(),
      to: testApp.clock.now().toISOString(),
    }
    const { body } = await testApp.call(admin, zones.listOccupancy, {
      body: { of: 'areas', sort: 'name', ...span },
    })
    expect(body.rows.map(({ name, now, visits }) => [name, now, visits])).toEqual([
      ['Bay A', 0, 1],
      ['Lane', 1, 1],
    ])
    expect(body.rows[0]?.averageSeconds).toBeGreaterThanOrEqual(60)
    expect(body.rows[0]?.seconds).toBe(body.rows[0]?.averageSeconds)
    const half = new Date(Date.parse(span.to) - 30_000).toISOString()
    const late = await testApp.call(admin, zones.listOccupancy, {
      body: { of: 'areas', floorId, sort: 'name', from: half, to: span.to },
    })
    expect(late.body.rows.map(({ seconds }) => seconds)).toEqual([0, 30])
  })

  it('begins at the drawing for equipment that stands there, and is deleted with the area', async () => {
    await stands(20, 1, 30)
    const drawn = testApp.clock.now()
    const { body: store } = await draw('Store', square(19, 0))
    await stands(20, 1, 30)
    const { rows } = await visitsIn(store.id)
    expect(rows).toHaveLength(1)
    expect(Date.parse(rows[0]?.enteredAt ?? '')).toBeGreaterThanOrEqual(drawn.getTime())
    await testApp.call(admin, zones.deleteArea, { params: { id: store.id } })
    await stands(20, 1, 30)
    expect((await visitsIn(store.id)).count).toBe(0)
  })
})

describe('the report of visits', () => {
  const day = () => testApp.clock.now().toISOString().slice(0, 10)
  const reported = async (question: object) =>
    (
      await testApp.call(admin, zones.getVisitReport, {
        body: { of: 'area', range: { from: day(), to: day() }, ...question },
      })
    ).body

  it('adds up to the same by any dimension', async () => {
    const whole = await reported({ by: 'zone' })
    expect(whole.visits).toBeGreaterThan(1)
    expect(whole.rows.map(({ name }) => name).toSorted()).toEqual(['Bay A', 'Lane'])
    for (const by of ['zone', 'equipmentType', 'equipment', 'dayOfWeek', 'hour'] as const) {
      const { rows, count, visits, totalSeconds } = await reported({ by })
      expect([by, count]).toEqual([by, rows.length])
      expect([by, rows.reduce((sum, row) => sum + row.visits, 0)]).toEqual([by, visits])
      expect(visits).toBe(whole.visits)
      expect(rows.reduce((sum, row) => sum + row.totalSeconds, 0)).toBeCloseTo(totalSeconds, -1)
    }
    expect((await reported({ by: 'equipment' })).rows).toMatchObject([{ name: 'Pump 1' }])
  })

  it('is paged, sorted, and of one type on request', async () => {
    const first = await reported({ sort: '-totalSeconds', limit: 1 })
    expect([first.count, first.rows.length]).toEqual([2, 1])
    expect((await reported({ equipmentTypeId: 2_000_000_000 })).visits).toBe(0)
    expect((await reported({ range: { from: '2020-01-01', to: '2020-01-31' } })).rows).toEqual([])
  })
})

describe('a rule about an area', () => {
  it('is previewed, alerts that equipment left it, and is deleted with it', async () => {
    const { body: cage } = await draw('Cage', square(30, 0))
    const draft = {
      name: 'Stays in the cage',
      kind: 'left' as const,
      locationId: null,
      areaId: cage.id,
      equipmentTypeId: null,
      minimum: 1,
      minutes: 1,
      isActive: true,
    }
    const made = await testApp.call(admin, zones.createZoneRule, { body: draft })
    expect(made.body).toMatchObject({ area: { name: 'Cage' }, location: null })
    await stands(31, 1, 60)
    await stands(40, 1, 120)
    const { name: _, isActive: __, ...question } = draft
    const tried = await testApp.call(admin, zones.rehearseZoneRule, { body: question })
    expect(tried.body.rows.map((row) => row.equipment?.name)).toEqual(['Pump 1'])
    await watchZones(testApp.app.kernel)
    const [told] = (await testApp.call(admin, alerts.listAlerts, { body: {} })).body.rows
    expect(told).toMatchObject({ kind: 'zoneLeft', zone: { place: 'Cage' } })
    await testApp.call(admin, zones.deleteArea, { params: { id: cage.id } })
    const rules = await testApp.call(admin, zones.listZoneRules, { body: {} })
    expect(rules.body.rows.map(({ id }) => id)).not.toContain(made.body.id)
    expect(
      await asSystem(testApp.pool, (db) =>
        db.select().from(tables.alert).where(eq(tables.alert.zoneRuleId, made.body.id)),
      ),
    ).toEqual([])
  })

  it('names a location or an area, not both', async () => {
    const { body: bay } = await draw('Both', square(0, 40))
    const refused = await testApp.call(admin, zones.createZoneRule, {
      body: {
        name: 'Both',
        kind: 'left',
        locationId: own.location as never,
        areaId: bay.id,
        equipmentTypeId: null,
        minimum: 1,
        minutes: 1,
        isActive: true,
      },
    })
    expect(refused.status).toBe(400)
  })
})
