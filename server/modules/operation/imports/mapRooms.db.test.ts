import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { drawn, floorOf } from '#tests/drawnFloors.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import { exportAsCsv, exportList } from '#tests/listExport.ts'
import type { TestApp } from '#tests/testApp.ts'

const { journal, locations, venuePlans } = contract

let testApp: TestApp
let token: string
const floorIds: number[] = []

beforeAll(async () => {
  ;({ testApp, token } = await openTestAppWithFixtures())
  for (const shortName of ['0', '1']) {
    const plan = await testApp.ok(token, venuePlans.createFloorPlan, {
      body: floorOf(
        [
          drawn('101', 0, { name: 'Store' }),
          drawn('102', 6, { name: 'Plant room' }),
          drawn('103', 12, { name: 'Store' }),
          ...(shortName === '0' ? [drawn('Lift', 18)] : []),
        ],
        {
          buildingName: 'Annex',
          name: `Floor ${shortName}`,
          shortName,
          ordinal: Number(shortName),
          ...(floorIds.length > 0 && { buildingId: buildingId as never, buildingName: undefined }),
        },
      ),
    })
    floorIds.push(plan.id)
    buildingId = plan.building.id
  }
})
let buildingId = 0
afterAll(() => testApp.close())

const { uploadAndCheck, uploadAndWrite, takeBack } = importSteps(() => ({ testApp, token }))

const planOf = (index: number) =>
  testApp.ok(token, venuePlans.getFloorPlan, { params: { id: (floorIds[index] ?? 0) as never } })
const linked = async (index: number) =>
  (await planOf(index)).rooms.map(({ code, location }) => `${code}: ${location?.name ?? ''}`)
const what = { list: 'locations', question: { search: 'Rm' } } as const
const exported = async (): Promise<Record<string, string>[]> =>
  parse(await exportAsCsv(testApp, token, what), { bom: true, columns: true })

describe('an import of locations with rooms of plans', () => {
  it('makes each location its rooms, by number or name, with floor and building', async () => {
    const done = await uploadAndWrite(
      'locations',
      [
        'code,name,type,Map room',
        'RmA,Store A,Ward,Annex / Floor 0 / 101',
        'RmB,Plant B,Ward,0 / plant room',
        'RmC,Lift C,Ward,lift',
        'RmD,Suite D,Ward,Annex > 1 > 101; 1 / 102',
      ].join('\n'),
    )
    expect(done).toMatchObject({ created: 4, failed: 0, faults: [] })
    expect(await linked(0)).toEqual(['101: Store A', '102: Plant B', '103: ', 'Lift: Lift C'])
    expect(await linked(1)).toEqual(['101: Suite D', '102: Suite D', '103: '])
  })

  it('changes nothing with its own export, in both forms', async () => {
    expect((await exported()).map(({ mapRoom }) => mapRoom)).toEqual([
      'Annex / Floor 0 / Lift',
      'Annex / Floor 0 / 102',
      'Annex / Floor 0 / 101',
      'Annex / Floor 1 / 101; Annex / Floor 1 / 102',
    ])
    for (const format of ['xlsx', 'csv'] as const)
      expect(
        await uploadAndCheck('locations', await exportList(testApp, token, what, { format })),
      ).toMatchObject({ faults: [], created: 0, updated: 0, unchanged: 4 })
  })

  it('refuses what is unclear, unknown, or another location already, each with its reason', async () => {
    const { faults } = await uploadAndCheck(
      'locations',
      [
        'code,name,type,Map room',
        'RmE,E,Ward,101',
        'RmF,F,Ward,0 / store',
        'RmG,G,Ward,Annex / Floor 0 / 999',
        'RmH,H,Ward,Annex / Floor 0 / 101',
        'RmI,I,Ward,0 / 103',
        'RmJ,J,Ward,Annex / 0 / 103',
      ].join('\n'),
    )
    expect(faults.map(({ row, column, code, value }) => [row, column, code, value])).toEqual([
      [2, 'Map room', 'ambiguousRoom', '101'],
      [3, 'Map room', 'ambiguousRoom', '0 / store'],
      [4, 'Map room', 'unknownRoom', 'Annex / Floor 0 / 999'],
      [5, 'Map room', 'roomTaken', 'Annex / Floor 0 / 101'],
      [7, 'Map room', 'roomTaken', 'Annex / 0 / 103'],
    ])
  })

  it('moves a location to other rooms, with the journal, a notice to open editors, and undo', async () => {
    const before = await planOf(1)
    const done = await uploadAndWrite('locations', 'code,Map room\nRmD,1 / 102; 1 / 103\n')
    expect(done.updated).toBe(1)
    expect(await linked(1)).toEqual(['101: ', '102: Suite D', '103: Suite D'])
    expect((await planOf(1)).version).toBe(before.version + 1)
    const versions = await testApp.ok(token, venuePlans.listFloorVersions, {
      params: { id: (floorIds[1] ?? 0) as never },
      body: {},
    })
    expect(versions.rows.map(({ how }) => how)).toEqual(['drawn'])
    const id = Number((await exported()).find(({ code }) => code === 'RmD')?.['id'])
    const history = await testApp.ok(token, journal.listJournal, {
      body: { entity: 'location', entityId: id },
    })
    expect(history.rows[0]?.changes).toMatchObject([
      {
        field: 'mapRoom',
        before: 'Annex / Floor 1 / 101; Annex / Floor 1 / 102',
        after: 'Annex / Floor 1 / 102; Annex / Floor 1 / 103',
      },
    ])
    expect(await takeBack(done)).toMatchObject({ status: 'undone', undone: 1 })
    expect(await linked(1)).toEqual(['101: Suite D', '102: Suite D', '103: '])
  })

  it('frees the rooms of locations that an undo removes', async () => {
    const done = await uploadAndWrite('locations', 'code,name,type,Map room\nRmK,K,Ward,0 / 103\n')
    expect(await linked(0)).toContain('103: K')
    await takeBack(done)
    expect(await linked(0)).toContain('103: ')
    expect(
      (await testApp.ok(token, locations.listLocations, { body: { search: 'RmK' } })).count,
    ).toBe(0)
  })
})
