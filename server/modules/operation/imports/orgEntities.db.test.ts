import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { ImportJob } from '#contract/imports.ts'
import { createFixtures, type Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
let own: Fixtures
const { equipment, locations, orgEntities, devices, sensors, journal } = contract

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { uploadAndCheck, uploadAndWrite, takeBack } = importSteps(() => ({ testApp, token }))
const uploadAs = (other: string, ...what: Parameters<ReturnType<typeof importSteps>['upload']>) =>
  importSteps(() => ({ testApp, token: other })).upload(...what)
const tree = async () => (await testApp.call(token, orgEntities.getOrgEntities, {})).body.rows
const node = async (code: string) => (await tree()).find((one) => one.code === code)
const faultsOf = ({ faults }: ImportJob) =>
  faults.map(({ row, column, code }) => [row, column, code])

describe('an import of equipment and locations', () => {
  const file = 'asset no,name,type,department\nD-1,Pump,Pump,CARD\n'

  it('keeps a column that looks like a department as a fact while there is no organisation', async () => {
    const { body } = await uploadAs(
      await testApp.signIn('administrator', 'there'),
      'equipment',
      file,
    )
    expect(body.mapping.columns).toEqual(['equipmentId', 'name', 'type', 'detail'])
  })
})

describe('an import of the organisation', () => {
  const csv =
    'code;name;kind;parent;responsible people\nCARD;Cardiology;מחלקה;MED;Administrator@here.test\nCC-1;Budget;cost centre;card;\nMED;Medicine;;;\n'

  it('writes parents first in any order, changes nothing the second time, and a row moves what it names', async () => {
    expect(await uploadAndWrite('orgEntities', csv)).toMatchObject({ created: 3, failed: 0 })
    expect(await node('MED')).toMatchObject({ kind: 'department', parentId: null, responsible: [] })
    expect(await node('CARD')).toMatchObject({
      kind: 'department',
      path: [{ name: 'Medicine' }],
      responsible: [{ name: expect.any(String) as string }],
    })
    expect(await node('CC-1')).toMatchObject({
      kind: 'costCentre',
      path: [{ name: 'Medicine' }, { name: 'Cardiology' }],
    })
    expect(await uploadAndCheck('orgEntities', csv)).toMatchObject({ created: 0, unchanged: 3 })
    const moved = await uploadAndCheck('orgEntities', 'code,parent\ncc-1,Medicine\n')
    expect(moved.preview).toMatchObject([
      { action: 'update', changes: [{ field: 'parent', before: 'CARD', after: 'MED' }] },
    ])
    const history = await testApp.call(token, journal.listJournal, {
      body: { entity: 'orgEntity', entityId: (await node('CARD'))?.id ?? 0 },
    })
    expect(history.body.rows[0]).toMatchObject({ by: { kind: 'import', name: 'file.csv' } })
  })

  it('reports every fault at once', async () => {
    await uploadAndWrite('orgEntities', 'code,name\nTW-1,Twin\nTW-2,Twin\n')
    const deep = Array.from({ length: 12 }, (_, level) =>
      [`L${level}`, `Level ${level}`, '', level === 0 ? 'MED' : `L${level - 1}`, ''].join(','),
    )
    const job = await uploadAndCheck(
      'orgEntities',
      [
        'code,name,kind,parent,responsible',
        'A1,One,nonsense,,',
        'A2,Two,,A1,',
        'A3,Three,,Nowhere,',
        'A4,Four,,A5,',
        'A5,Five,,A4,',
        'A6,Six,,twin,',
        'A7,Seven,,,administrator@here.test; nobody@here.test; administrator@there.test',
        'a7,Again,,,',
        ',No code,,,',
        'MED,,,CC-1,',
        ...deep,
        '',
      ].join('\n'),
    )
    expect(faultsOf(job).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
      [2, 'kind', 'unknownKind'],
      [3, 'parent', 'unknownOrgEntity'],
      [4, 'parent', 'unknownOrgEntity'],
      [5, 'parent', 'unknownOrgEntity'],
      [6, 'parent', 'circle'],
      [7, 'parent', 'ambiguousOrgEntity'],
      [8, 'responsible', 'unknownPerson'],
      [8, 'responsible', 'unknownPerson'],
      [9, 'code', 'duplicateKey'],
      [10, 'code', 'required'],
      [11, 'parent', 'circle'],
      ...deep.map((_, level) => [12 + level, 'parent', 'unknownOrgEntity']),
    ])
    const below = await uploadAndCheck(
      'orgEntities',
      ['code,name,kind,parent,x', ...deep, ''].join('\n'),
    )
    expect(faultsOf(below)).toEqual([[13, 'parent', 'tooDeep']])
  })

  it('is undone from the inside out, and keeps what owns something', async () => {
    const job = await uploadAndWrite(
      'orgEntities',
      'code,name,parent\nU-1,Outer,\nU-2,Inner,U-1\nU-3,Owner,\nMED,Medical,\n',
    )
    expect(job).toMatchObject({ created: 3, updated: 1 })
    await uploadAndWrite('equipment', 'asset no,name,type,org\nO-1,Owned,Pump,U-3\n')
    const undone = await takeBack(job)
    expect(undone).toMatchObject({ undone: 3, undoLeft: 1 })
    expect(undone.undoFaults).toMatchObject([{ name: 'Owner', reason: 'inUse' }])
    expect(await node('U-1')).toBeUndefined()
    expect(await node('MED')).toMatchObject({ name: 'Medicine' })
  })

  it('needs the right to manage it', async () => {
    const { status } = await uploadAs(await testApp.signIn('technician'), 'orgEntities', csv)
    expect(status).toBe(403)
  })
})

describe('the owner column of an import', () => {
  it('names an entity by code or name, and changes nothing the second time', async () => {
    const things = 'asset no,name,type,department\nD-1,Pump,Pump,card\nD-2,Bed,Bed,medicine\n'
    expect(await uploadAndWrite('equipment', things)).toMatchObject({ created: 2, failed: 0 })
    expect(await uploadAndCheck('equipment', things)).toMatchObject({ unchanged: 2 })
    const { body } = await testApp.call(token, equipment.listEquipment, {
      body: { search: 'D-1' },
    })
    expect(body.rows[0]).toMatchObject({ orgEntity: { name: 'Cardiology' } })
    const places = 'code,name,type,organisation\nP-1,Ward,Room,CC-1\n'
    expect(await uploadAndWrite('locations', places)).toMatchObject({ created: 1, failed: 0 })
    expect(await uploadAndCheck('locations', places)).toMatchObject({ unchanged: 1 })
    const found = await testApp.call(token, locations.listLocations, { body: { search: 'P-1' } })
    expect(found.body.rows[0]).toMatchObject({ orgEntity: { name: 'Budget' } })
  })

  it('is a fault if nothing has that name, or several have', async () => {
    const wrong = 'Nobody\nX-2,Two,Pump,Twin\n'
    expect(
      faultsOf(await uploadAndCheck('equipment', `asset no,name,type,org\nX-1,One,Pump,${wrong}`)),
    ).toEqual([
      [2, 'org', 'unknownOrgEntity'],
      [3, 'org', 'ambiguousOrgEntity'],
    ])
    expect(
      faultsOf(await uploadAndCheck('locations', `code,name,type,org\nX-1,One,Room,${wrong}`)),
    ).toEqual([
      [2, 'org', 'unknownOrgEntity'],
      [3, 'org', 'ambiguousOrgEntity'],
    ])
  })
})

describe('a location whose row has a fault', () => {
  it('fails with what lies inside it, and the other rows are written', async () => {
    const job = await uploadAndWrite(
      'locations',
      'code,name,type,parent,org\nF-1,House,Room,,Nobody\nF-2,Floor,Room,F-1,\nF-3,Room,Room,F-2,\nF-4,Other,Room,,\n',
    )
    expect(job).toMatchObject({ status: 'done', created: 1, failed: 3 })
    expect(faultsOf(job)).toEqual([
      [2, 'org', 'unknownOrgEntity'],
      [3, 'parent', 'unknownParent'],
      [4, 'parent', 'unknownParent'],
    ])
  })
})

describe('an organisation entity of another company', () => {
  it('is not found, whatever a row calls it', async () => {
    const there = await testApp.signIn('administrator', 'there')
    const theirs = await createFixtures(testApp, testApp.there, there, 'THEIRS')
    await testApp.call(there, equipment.createEquipment, {
      body: {
        name: 'Their pump',
        equipmentId: 'TH-1',
        typeId: theirs.equipmentType as Id<'equipmentType'>,
      },
    })
    await testApp.call(there, locations.createLocation, {
      body: {
        name: 'Their room',
        code: 'TH-R',
        typeId: theirs.locationType as Id<'locationType'>,
      },
    })
    for (const as of [token, there])
      await testApp.call(as, sensors.createSensorType, {
        body: {
          name: 'Warmth',
          metric: 'temperature',
          unit: '°C',
          minimum: null,
          maximum: null,
          step: 0.1,
          everyMinutes: 15,
        },
      })
    await testApp.call(there, devices.createGatewayType, {
      body: { name: 'Their type', format: 'minew' },
    })
    expect(
      faultsOf(
        await uploadAndCheck(
          'sensors',
          'device,type,equipment,location\nS-1,Warmth,TH-1,\nS-2,Warmth,Their pump,TH-R\n',
        ),
      ),
    ).toEqual([
      [2, 'equipment', 'unknownEquipment'],
      [3, 'equipment', 'unknownEquipment'],
      [3, 'location', 'unknownParent'],
    ])
    expect(
      faultsOf(
        await uploadAndCheck('gateways', 'mac,type,equipment\nAC:23:3F:C0:DD:01,Their type,TH-1\n'),
      ),
    ).toEqual([
      [2, 'equipment', 'unknownEquipment'],
      [2, 'type', 'unknownType'],
    ])
    expect(own.equipmentType).not.toBe(theirs.equipmentType)
  })
})
