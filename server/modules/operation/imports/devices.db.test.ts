import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { ImportJob } from '#contract/imports.ts'
import * as tables from '#db/schema/index.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
const { imports, equipment, locations, devices, rtls, sensors, journal } = contract

beforeAll(async () => {
  const made = await openTestAppWithFixtures()
  ;({ testApp, token } = made)
  const typeId = made.fixtures.equipmentType as Id<'equipmentType'>
  for (const number of ['R-1', 'R-2', 'R-3'])
    await testApp.call(token, equipment.createEquipment, {
      body: { name: `Reader ${number}`, equipmentId: number, typeId },
    })
  for (const name of ['Twin', 'Twin'])
    await testApp.call(token, equipment.createEquipment, { body: { name, typeId } })
  await testApp.call(token, devices.createGatewayType, {
    body: { name: 'Minew G1', format: 'minew' },
  })
  for (const [name, metric, minimum, maximum] of [
    ['Fridge', 'temperature', -30, 30],
    ['Damp', 'humidity', 0, 100],
  ] as const)
    await testApp.call(token, sensors.createSensorType, {
      body: { name, metric, unit: '', minimum, maximum, step: 0.1, everyMinutes: 15 },
    })
  await testApp.call(token, locations.createLocation, {
    body: { name: 'Store', code: 'ST-1', typeId: made.fixtures.locationType as Id<'locationType'> },
  })
})
afterAll(() => testApp.close())

const { uploadAndCheck, uploadAndWrite, takeBack } = importSteps(() => ({
  testApp,
  token,
}))
const preview = async ({ id }: ImportJob) =>
  (await testApp.call(token, imports.getImportUndo, { params: { id } })).body
const gateway = async (search: string) =>
  (await testApp.call(token, devices.listGateways, { body: { search } })).body.rows[0]
const beacon = async (search: string) =>
  (await testApp.call(token, rtls.searchBeacons, { body: { search } })).body.rows[0]

describe('an import of gateways', () => {
  const csv =
    'MAC;type;equipment;offset;active\nac233fc0aa01;minew g1;R-1;-2,5;yes\nAC-23-3F-C0-AA-02;Minew G1;reader r-2;;no\n'

  it('creates them as by hand, changes nothing the second time, and updates what a row says', async () => {
    expect(await uploadAndWrite('gateways', csv)).toMatchObject({
      status: 'done',
      created: 2,
      failed: 0,
    })
    expect(await gateway('AA:01')).toMatchObject({
      mac: 'AC:23:3F:C0:AA:01',
      type: { name: 'Minew G1' },
      equipment: { name: 'Reader R-1' },
      correction: -2.5,
      isActive: true,
    })
    expect(await gateway('AA:02')).toMatchObject({ correction: 0, isActive: false })
    expect(await uploadAndCheck('gateways', csv)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
    })
    const changed = await uploadAndCheck('gateways', 'mac,offset\nAC:23:3F:C0:AA:01,4\n')
    expect(changed.preview).toMatchObject([
      { action: 'update', changes: [{ field: 'correction', before: '-2.5', after: '4' }] },
    ])
  })

  it('reports every fault at once', async () => {
    const job = await uploadAndCheck(
      'gateways',
      'mac,type,equipment\nnonsense,Minew G1,R-3\nAC:23:3F:C0:AA:03,Other,R-3\nAC:23:3F:C0:AA:04,Minew G1,Nothing\nAC:23:3F:C0:AA:05,Minew G1,twin\nAC:23:3F:C0:AA:06,Minew G1,\nAC:23:3F:C0:AA:07,Minew G1,R-1\nac233fc0aa07,Minew G1,Reader R-3\n',
    )
    expect(job.faults.map(({ row, code }) => [row, code])).toEqual([
      [2, 'notAnAddress'],
      [3, 'alreadyFixed'],
      [3, 'unknownType'],
      [4, 'unknownEquipment'],
      [5, 'ambiguousEquipment'],
      [6, 'required'],
      [7, 'alreadyFixed'],
      [8, 'duplicateKey'],
    ])
  })
})

describe('an import of beacons', () => {
  it('creates them fixed or free, and is undone whole', async () => {
    const job = await uploadAndWrite(
      'beacons',
      'beacon,asset,power\nAC233FA0BB01,R-1,-61\nAC233FA0BB02,,\nAC233FA0BB03,,-10\n',
    )
    expect(job).toMatchObject({ created: 2, failed: 1, undoable: 2 })
    expect(job.faults).toMatchObject([{ row: 4, code: 'outOfRange' }])
    expect(await beacon('BB01')).toMatchObject({
      equipment: { name: 'Reader R-1' },
      measuredPower: -61,
    })
    expect(await beacon('BB02')).toMatchObject({ equipment: null, measuredPower: -59 })
    const id = (await beacon('BB01'))?.id ?? 0

    expect(await preview(job)).toEqual({ removed: 2, restored: 0, touched: 0 })
    expect(await takeBack(job)).toMatchObject({ status: 'undone', undone: 2, undoable: 0 })
    expect(await beacon('BB0')).toBeUndefined()
    const history = await testApp.call(token, journal.listJournal, {
      body: { entity: 'beacon', entityId: id },
    })
    expect(history.body.rows[0]).toMatchObject({
      change: 'deleted',
      by: { kind: 'import', isUndo: true, name: 'file.csv' },
    })
    const again = await testApp.call(token, imports.undoImport, { params: { id: job.id } })
    expect(again.status).toBe(409)
  })
})

describe('an import of sensors', () => {
  const sensor = async (search: string) =>
    (await testApp.call(token, sensors.listSensors, { body: { search, sort: 'name' } })).body.rows
  const csv =
    'device id;name;type;equipment;location;calibration;lower limit;max;delay;active\na8:40:41:ff:ff:26:57:01;Blood fridge;fridge;R-1;;-0,2;2;8;15;yes\nA8404 1FF;Odd id;Fridge;;st-1;;;;;no\n'

  it('creates them as by hand, changes nothing the second time, and updates what a row says', async () => {
    expect(await uploadAndWrite('sensors', csv)).toMatchObject({
      status: 'done',
      created: 2,
      failed: 0,
    })
    expect(await sensor('Blood fridge')).toMatchObject([
      {
        deviceId: 'A84041FFFF265701',
        type: { name: 'Fridge' },
        equipment: { name: 'Reader R-1' },
        location: null,
        offset: -0.2,
        lowerLimit: 2,
        upperLimit: 8,
        limitMinutes: 15,
        isActive: true,
      },
    ])
    expect(await sensor('Odd id')).toMatchObject([
      { equipment: null, location: { name: 'Store' }, lowerLimit: null, isActive: false },
    ])
    expect(await uploadAndCheck('sensors', csv)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
    })
    const changed = await uploadAndCheck('sensors', 'deveui,low\nA84041FFFF265701,3\n')
    expect(changed.preview).toMatchObject([
      { action: 'update', changes: [{ field: 'lowerLimit', before: '2', after: '3' }] },
    ])
  })

  it('distinguishes those of one device by what their types measure', async () => {
    const two = 'device,type,name\nTWO-1,Fridge,Warmth\nTWO-1,Damp,Dampness\n'
    expect(await uploadAndWrite('sensors', two)).toMatchObject({ created: 2, failed: 0 })
    expect((await sensor('TWO-1')).map(({ name }) => name)).toEqual(['Dampness', 'Warmth'])
    const unsaid = await uploadAndCheck('sensors', 'device,low\nTWO-1,3\n')
    expect(unsaid.faults).toMatchObject([{ row: 2, field: 'type', code: 'severalSensors' }])
    const said = await uploadAndCheck('sensors', 'device,type,low\nTWO-1,damp,3\nTWO-1,Damp,4\n')
    expect(said).toMatchObject({ updated: 1, failed: 1 })
    expect(said.faults).toMatchObject([{ row: 3, code: 'duplicateKey' }])
    const once = await uploadAndCheck(
      'sensors',
      'device,type,low\nA84041FFFF265701,Fridge,3\nA84041FFFF265701,,4\n',
    )
    expect(once.faults).toMatchObject([{ row: 3, code: 'duplicateKey' }])
  })

  it('says which measurement each reads, by key or in the spelling of the device', async () => {
    const file = (probe: string, limit: number) =>
      `device,type,measurement,name,max\nPROBES-1,Fridge,${probe},Inside,${limit}\nPROBES-1,Fridge,TempC_SHT,Room,30\nPROBES-1,Fridge,,Any,\n`
    expect(await uploadAndWrite('sensors', file('TempC_DS', 8))).toMatchObject({
      created: 3,
      failed: 0,
    })
    expect((await sensor('PROBES-1')).map(({ name, measurement }) => [name, measurement])).toEqual([
      ['Any', null],
      ['Inside', 'tempcds'],
      ['Room', 'tempcsht'],
    ])
    for (const spelling of ['TempC_DS', 'tempcds'])
      expect(await uploadAndCheck('sensors', file(spelling, 8))).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 3,
      })
    const changed = await uploadAndCheck('sensors', file('TEMPC_DS', 9))
    expect(changed.preview.map(({ action, changes }) => [action, changes])).toEqual([
      ['update', [{ field: 'upperLimit', before: '8', after: '9' }]],
      ['unchanged', []],
      ['unchanged', []],
    ])
    const twice = await uploadAndCheck(
      'sensors',
      'device,type,measurement\nPROBES-1,Fridge,TempC_DS\nPROBES-1,fridge,tempcds\n',
    )
    expect(twice.faults).toMatchObject([{ row: 3, code: 'duplicateKey' }])
  })

  it('reports every fault at once, a limit of NaN and one beyond the type among them', async () => {
    const job = await uploadAndCheck(
      'sensors',
      [
        'device,type,equipment,location,offset,low,high,delay',
        '<x>,Fridge,,,,,,',
        'F-1,,,,,,,',
        'F-2,Other,,,,,,',
        'F-3,Fridge,Nothing,Nowhere,,,,',
        'F-4,Fridge,twin,,,,,',
        'F-5,Fridge,,,NaN,NaN,Infinity,NaN',
        'F-6,Fridge,,,,-31,31,',
        'F-7,Fridge,,,,8,2,0.5',
        'A84041FFFF265701,Fridge,,,,9,,',
        '',
      ].join('\n'),
    )
    expect(job.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'device', 'notADeviceId'],
      [3, 'type', 'required'],
      [4, 'type', 'unknownType'],
      [5, 'equipment', 'unknownEquipment'],
      [5, 'location', 'unknownParent'],
      [6, 'equipment', 'ambiguousEquipment'],
      [7, 'offset', 'notANumber'],
      [7, 'low', 'notANumber'],
      [7, 'high', 'notANumber'],
      [7, 'delay', 'notANumber'],
      [8, 'low', 'outOfRange'],
      [8, 'high', 'outOfRange'],
      [9, 'high', 'limitsReversed'],
      [9, 'delay', 'outOfRange'],
      [10, 'high', 'limitsReversed'],
    ])
  })

  it('is undone, except for those that measured since', async () => {
    const job = await uploadAndWrite(
      'sensors',
      'device,type\nU-1,Fridge\nU-2,Fridge\nTWO-1,Fridge\n',
    )
    expect(job).toMatchObject({ created: 2, unchanged: 1, undoable: 2 })
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db
        .update(tables.sensor)
        .set({ measuredAt: new Date(), value: 4 })
        .where(eq(tables.sensor.deviceId, 'U-2')),
    )
    expect(await preview(job)).toEqual({ removed: 1, restored: 0, touched: 1 })
    const undone = await takeBack(job)
    expect(undone).toMatchObject({ undone: 1, undoLeft: 1 })
    expect(undone.undoFaults).toMatchObject([{ name: 'U-2', reason: 'hasMeasured' }])
    expect(await sensor('U-1')).toEqual([])

    const changed = await uploadAndWrite(
      'sensors',
      'device,type,low,location\nTWO-1,Damp,40,ST-1\n',
    )
    expect(await takeBack(changed)).toMatchObject({ undone: 1, undoLeft: 0 })
    expect(await sensor('Dampness')).toMatchObject([{ lowerLimit: null, location: null }])
  })
})

describe('the undo of an import', () => {
  it('restores changed gateways', async () => {
    const before = await gateway('AA:02')
    const job = await uploadAndWrite('gateways', 'mac,offset,equipment\nAC233FC0AA02,7,R-3\n')
    expect(await gateway('AA:02')).toMatchObject({
      correction: 7,
      equipment: { name: 'Reader R-3' },
    })
    expect(await takeBack(job)).toMatchObject({ undone: 1, undoLeft: 0 })
    expect(await gateway('AA:02')).toMatchObject({
      correction: before?.correction,
      equipment: before?.equipment,
    })
  })

  it('leaves what something else changed since, each with its reason, and the rest on a second try', async () => {
    await uploadAndWrite('equipment', 'asset no,name,type\nU-1,Old name,Pump\n')
    const job = await uploadAndWrite(
      'equipment',
      'asset no,name,type,colour\nU-1,New name,Pump,red\nU-2,Fresh,Pump,\nU-3,Touched,Pump,\nU-4,Heard,Pump,\nU-5,Gone,Pump,\n',
    )
    expect(job).toMatchObject({ created: 4, updated: 1, undoable: 5 })
    const find = async (search: string) =>
      (await testApp.call(token, equipment.listEquipment, { body: { search } })).body.rows[0]
    const touched = await find('U-3')
    await testApp.call(token, equipment.updateEquipment, {
      params: { id: touched?.id ?? 0 },
      body: { name: 'By hand', version: touched?.version ?? 0 },
    })
    const heard = await find('U-4')
    const fixed = await testApp.call(token, rtls.createBeacon, {
      body: {
        mac: 'AC:23:3F:A0:CC:01',
        equipmentId: (heard?.id ?? 0) as Id<'equipment'>,
        measuredPower: -59,
      },
    })
    await testApp.call(token, equipment.deleteEquipment, {
      params: { id: (await find('U-5'))?.id ?? 0 },
    })
    expect(await preview(job)).toEqual({ removed: 1, restored: 1, touched: 3 })
    const undone = await takeBack(job)
    expect(undone).toMatchObject({ status: 'undone', undone: 2, undoable: 3, undoLeft: 3 })
    expect(undone.undoFaults).toEqual([
      { name: 'Gone', action: 'create', reason: 'gone' },
      { name: 'Heard', action: 'create', reason: 'inUse' },
      { name: 'Touched', action: 'create', reason: 'changedSince' },
    ])
    expect(await find('U-1')).toMatchObject({ name: 'Old name' })
    expect(await find('U-2')).toBeUndefined()
    expect(await find('U-3')).toMatchObject({ name: 'By hand' })

    await testApp.call(token, rtls.deleteBeacon, { params: { id: fixed.body.id } })
    expect(await takeBack(job)).toMatchObject({ undone: 3, undoable: 2, undoLeft: 2 })
    expect(await find('U-4')).toBeUndefined()
  })

  it('removes locations from the inside out, and keeps those that contain something', async () => {
    const job = await uploadAndWrite(
      'locations',
      'code,name,type,parent\nK-1,House,Building,\nK-2,Room,Room,K-1\nK-3,Other,Building,\nK-4,Inner,Room,K-3\n',
    )
    const [inner] = (
      await testApp.call(token, locations.listLocations, { body: { search: 'K-4' } })
    ).body.rows
    await testApp.call(token, locations.updateLocation, {
      params: { id: inner?.id ?? 0 },
      body: { name: 'By hand', version: inner?.version ?? 0 },
    })
    const undone = await takeBack(job)
    expect(undone).toMatchObject({ undone: 2, undoLeft: 2 })
    expect(undone.undoFaults.map(({ name, reason }) => [name, reason])).toEqual([
      ['Inner', 'changedSince'],
      ['Other', 'notEmpty'],
    ])
  })
})
