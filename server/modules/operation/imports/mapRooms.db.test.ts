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

describe('an import that exchanges the rooms of locations', () => {
  const roomsOf = async () =>
    Object.fromEntries((await exported()).map(({ code, mapRoom }) => [code, mapRoom]))
  const swap = ['code,Map room', 'RmA,0 / 102', 'RmB,0 / 101', ''].join('\n')

  it('swaps two of them, with the journal and undo', async () => {
    const before = await roomsOf()
    const checked = await uploadAndCheck('locations', swap)
    expect(checked).toMatchObject({ faults: [], updated: 2 })
    const done = await uploadAndWrite('locations', swap)
    expect(done).toMatchObject({ faults: [], updated: 2, failed: 0 })
    expect(await roomsOf()).toEqual({ ...before, RmA: before['RmB'], RmB: before['RmA'] })
    expect(await takeBack(done)).toMatchObject({ status: 'undone', undone: 2 })
    expect(await roomsOf()).toEqual(before)
    const id = Number((await exported()).find(({ code }) => code === 'RmA')?.['id'])
    const { rows } = await testApp.ok(token, journal.listJournal, {
      body: { entity: 'location', entityId: id },
    })
    const [taken, given] = [before['RmB'], before['RmA']]
    expect(rows.map(({ changes }) => changes).slice(0, 2)).toMatchObject([
      [{ field: 'mapRoom', before: taken, after: given }],
      [{ field: 'mapRoom', before: given, after: taken }],
    ])
  })

  it('passes them on in a ring, to a new location, too', async () => {
    const before = await roomsOf()
    const done = await uploadAndWrite(
      'locations',
      [
        'code,name,type,Map room',
        'RmN,New,Ward,0 / 101',
        'RmA,,Ward,0 / 102',
        'RmB,,Ward,0 / lift',
        'RmC,,Ward,0 / 103',
      ].join('\n'),
    )
    expect(done).toMatchObject({ faults: [], created: 1, updated: 3 })
    expect(await linked(0)).toEqual(['101: New', '102: Store A', '103: Lift C', 'Lift: Plant B'])
    expect(await takeBack(done)).toMatchObject({ status: 'undone', undone: 4 })
    expect(await roomsOf()).toEqual(before)
  })

  it('refuses the whole chain if its last location keeps its room, or its row fails', async () => {
    const faultsOf = async (...rows: string[]) =>
      (await uploadAndCheck('locations', ['code,type,parent,Map room', ...rows].join('\n'))).faults
        .map(({ row, code }) => [row, code])
        .toSorted(([a], [b]) => Number(a) - Number(b))
    expect(await faultsOf('RmA,Ward,,0 / 102', 'RmB,Ward,,0 / lift')).toEqual([
      [2, 'roomTaken'],
      [3, 'roomTaken'],
    ])
    expect(
      await faultsOf('RmA,Ward,,0 / 102', 'RmB,Ward,,0 / lift', 'RmC,Ward,,Annex / Floor 0 / Lift'),
    ).toEqual([
      [2, 'roomTaken'],
      [3, 'roomTaken'],
    ])
    expect(await faultsOf('RmA,Ward,,0 / 102', 'RmB,Ward,nowhere at all,0 / 103')).toEqual([
      [2, 'roomTaken'],
      [3, 'unknownParent'],
    ])
    expect(await faultsOf('RmB,Ward,,0 / 101', 'RmA,Ward,,0 / 999')).toEqual([
      [2, 'roomTaken'],
      [3, 'unknownRoom'],
    ])
  })

  it('swaps rows that are written in different steps, and undoes them in different steps', async () => {
    const before = await roomsOf()
    // faulty rows count towards a step of 250, too
    const others = Array.from(
      { length: 250 },
      (_none, at) => `Far${at},,${at < 110 ? 'Ward' : ''},`,
    )
    const done = await uploadAndWrite(
      'locations',
      ['code,name,type,Map room', 'RmA,,Ward,0 / 102', ...others, 'RmB,,Ward,0 / 101'].join('\n'),
    )
    expect(done).toMatchObject({ created: 110, failed: 140, updated: 2 })
    expect(await roomsOf()).toEqual({ ...before, RmA: before['RmB'], RmB: before['RmA'] })
    expect(await takeBack(done)).toMatchObject({ status: 'undone', undoLeft: 0 })
    expect(await roomsOf()).toEqual(before)
  })

  it('swaps locations of one name, which their parents tell apart', async () => {
    await uploadAndWrite(
      'locations',
      [
        'code,name,type,parent,Map room',
        'WingN,North,Ward,,',
        'WingS,South,Ward,,',
        ',Rm twin,Ward,North,1 / 103',
        ',Rm twin,Ward,South,0 / 103',
      ].join('\n'),
    )
    const twins = async () =>
      (await exported())
        .filter(({ name }) => name === 'Rm twin')
        .map(({ parent, mapRoom }) => `${parent}: ${mapRoom}`)
        .toSorted()
    expect(await twins()).toEqual(['North: Annex / Floor 1 / 103', 'South: Annex / Floor 0 / 103'])
    const done = await uploadAndWrite(
      'locations',
      ['name,parent,Map room', 'Rm twin,North,0 / 103', 'Rm twin,South,1 / 103'].join('\n'),
    )
    expect(done).toMatchObject({ faults: [], updated: 2 })
    expect(await twins()).toEqual(['North: Annex / Floor 0 / 103', 'South: Annex / Floor 1 / 103'])
  })
})
