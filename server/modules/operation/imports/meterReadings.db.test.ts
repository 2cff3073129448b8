import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { faultsOf, importSteps } from '#tests/importSteps.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { equipment, meters, referenceLists, journal } = contract

let testApp: TestApp
let token: string
let kind: Id<'equipmentType'>
beforeAll(async () => {
  testApp = await openTestApp()
  token = await testApp.signIn('administrator')
  kind = (
    await testApp.ok(token, referenceLists.createEquipmentType, { body: { name: 'Generator' } })
  ).id
})
afterAll(() => testApp.close())

const { uploadAndCheck, uploadAndWrite, takeBack } = importSteps(() => ({ testApp, token }))

let serial = 0
/** A generator with a meter read by hand, and further meters. */
async function generator(change: object = {}, more: readonly object[] = []) {
  serial += 1
  const { id } = await testApp.ok(token, equipment.createEquipment, {
    body: { name: `Generator ${serial}`, equipmentId: `G-${serial}`, typeId: kind },
  })
  const add = async (name: string, own: object) => {
    const type = await testApp.ok(token, meters.createMeterType, {
      body: {
        name,
        source: 'hand',
        unit: 'km',
        equipmentTypeIds: [],
        statusIds: [],
        sensorTypeId: null,
        above: null,
        questionId: null,
        procedureId: null,
        rollsOverAt: null,
        ...own,
      },
    })
    return testApp.ok(token, meters.addMeter, { body: { equipmentId: id, typeId: type.id } })
  }
  const meter = await add(`Hours ${serial}`, change)
  for (const [index, own] of more.entries()) await add(`Other ${serial}-${index}`, own)
  return {
    id,
    number: `G-${serial}`,
    meter: meter.id,
    called: meter.type.name,
    typeId: meter.type.id,
  }
}

const readingsOf = async (id: Id<'meter'>) =>
  (
    await testApp.ok(token, meters.listMeterReadings, {
      params: { id },
      body: { sort: 'at', limit: 500 },
    })
  ).rows
const totalOf = async (id: Id<'meter'>) =>
  (await testApp.ok(token, meters.listMeters, { body: { ids: [id] } })).rows[0]?.total

describe('an import of meter readings', () => {
  it('writes them in order of time, in the company’s time zone, and counts them', async () => {
    const { number, meter } = await generator()
    const file = `inventory number;date;reading
${number};2026-11-03 08:00;1.300,5
${number};2026-11-01 08:00;1 200
${number};2026-11-02;1250
`
    const job = await uploadAndWrite('meterReadings', file)
    expect(job, JSON.stringify(job.faults)).toMatchObject({ created: 3, failed: 0 })
    expect((await readingsOf(meter)).map(({ at, value, total }) => [at, value, total])).toEqual([
      ['2026-11-01T06:00:00.000Z', 1_200, 0],
      ['2026-11-01T22:00:00.000Z', 1_250, 50],
      ['2026-11-03T06:00:00.000Z', 1_300.5, 100.5],
    ])
  })

  it('reads a number that could be two by the sign of its column, and asks if nothing tells it', async () => {
    const rows = (number: string, ...values: string[]) =>
      `equipment id;read at;reading\n${values.map((value, day) => `${number};2026-11-0${day + 1} 08:00;${value}`).join('\n')}\n`
    const comma = await generator()
    await uploadAndWrite('meterReadings', rows(comma.number, '12.345', '12.400,5', '12 500'))
    expect((await readingsOf(comma.meter)).map(({ value }) => value)).toEqual([
      12_345, 12_400.5, 12_500,
    ])
    const point = await generator()
    await uploadAndWrite('meterReadings', rows(point.number, '12,345', "12'400.5"))
    expect((await readingsOf(point.meter)).map(({ value }) => value)).toEqual([12_345, 12_400.5])
    const asked = await generator()
    for (const values of [
      ['1 234,5', '12.345', '1300.5'],
      ['1234', '12.345'],
    ]) {
      const file = rows(asked.number, ...values)
      const job = await uploadAndCheck('meterReadings', file)
      expect(faultsOf(job)).toEqual([['reading', 'numberUnclear']])
      const chosen = await uploadAndCheck('meterReadings', file, { decimalSign: 'comma' })
      expect(chosen.faults).toEqual([])
      expect(chosen.preview.flatMap(({ changes }) => changes.map(({ after }) => after))).toContain(
        '12345',
      )
    }
  })

  it('refuses a replaced counter that ended below its last reading, and asks about an early rollover', async () => {
    const { number, meter } = await generator({ rollsOverAt: 99_999 })
    const head = 'equipment id,read at,reading,what happened,old counter ended at\n'
    await uploadAndWrite('meterReadings', `${head}${number},2026-11-01 08:00,4041,,\n`)
    const replaced = await uploadAndCheck(
      'meterReadings',
      `${head}${number},2026-11-02 08:00,5,Replaced,4000\n`,
    )
    expect(replaced.faults.map(({ code }) => code)).toEqual(['endsBelowLast'])
    await uploadAndWrite('meterReadings', `${head}${number},2026-11-02 08:00,5,Rolled over,\n`)
    expect((await readingsOf(meter)).map(({ kind: what }) => what)).toEqual(['read', 'unclear'])
  })

  it('knows a reading of the same time and value, also twice in the file', async () => {
    const { number, meter } = await generator()
    const file = `equipment id,read at,reading\n${number},2026-11-01 08:00,10\n${number},2026-11-01 08:00,10\n`
    expect(await uploadAndWrite('meterReadings', file)).toMatchObject({ created: 1, unchanged: 1 })
    expect(await uploadAndWrite('meterReadings', file)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      failed: 0,
    })
    expect((await readingsOf(meter)).length).toBe(1)
    const other = await uploadAndCheck(
      'meterReadings',
      `equipment id,read at,reading\n${number},2026-11-02 08:00,20\n${number},2026-11-02 08:00,30\n`,
    )
    expect(faultsOf(other)).toEqual([['read at', 'duplicateKey']])
  })

  it('sets a reading below the last aside, and believes the event that a row names', async () => {
    const one = await generator()
    await uploadAndWrite(
      'meterReadings',
      `equipment id,read at,reading\n${one.number},2026-11-01 08:00,500\n${one.number},2026-11-02 08:00,20\n${one.number},2026-11-03 08:00,30\n`,
    )
    expect((await readingsOf(one.meter)).map(({ kind: what }) => what)).toEqual([
      'read',
      'unclear',
      'read',
    ])
    const other = await generator()
    const job = await uploadAndWrite(
      'meterReadings',
      `equipment id,read at,reading,what happened\n${other.number},2026-11-01 08:00,500,\n${other.number},2026-11-02 08:00,20,Reset\n${other.number},2026-11-03 08:00,30,ВЗЛЁТ\n`,
    )
    expect(faultsOf(job)).toEqual([['what happened', 'unknownReadingKind']])
    expect(await totalOf(other.meter)).toBe(20)
  })

  it('puts a late reading between those that are there, and says if it contradicts a later one', async () => {
    const { number, meter } = await generator()
    const row = (day: number, value: number) =>
      `equipment id,read at,reading\n${number},2026-11-0${day} 08:00,${value}\n`
    await uploadAndWrite('meterReadings', row(1, 100))
    await uploadAndWrite('meterReadings', row(5, 200))
    await uploadAndWrite('meterReadings', row(3, 150))
    await uploadAndWrite('meterReadings', row(4, 900))
    expect((await readingsOf(meter)).map(({ kind: what, total }) => [what, total])).toEqual([
      ['read', 0],
      ['read', 50],
      ['unclear', 50],
      ['read', 100],
    ])
  })

  it('refuses unknown equipment and meters, times out of bounds, and values that cannot be', async () => {
    const own = await generator({ rollsOverAt: 999 }, [{ source: 'away' }, {}])
    const job = await uploadAndCheck(
      'meterReadings',
      `equipment id,meter,read at,reading
nobody,,2026-11-01 08:00,1
${own.number},,2026-11-01 08:00,1
${own.number},Nothing,2026-11-01 08:00,1
${own.number},Other ${serial}-0,2026-11-01 08:00,1
${own.number},${own.called},2030-11-01 08:00,1
${own.number},${own.called},1971-11-01 08:00,1
${own.number},${own.called},2026-11-01 08:00,1000
${own.number},${own.called},2026-11-01 08:01,-5
${own.number},${own.called},,5
${own.number},${own.called},2026-11-01 08:02,
`,
    )
    expect(new Set(faultsOf(job).map(String))).toEqual(
      new Set(
        [
          ['equipment id', 'unknownEquipment'],
          ['meter', 'severalMeters'],
          ['meter', 'unknownMeter'],
          ['meter', 'countsItself'],
          ['read at', 'inFuture'],
          ['read at', 'beforeEquipment'],
          ['reading', 'aboveMaximum'],
          ['reading', 'outOfRange'],
          ['read at', 'required'],
          ['reading', 'required'],
        ].map(String),
      ),
    )
  })

  it('says before and after the run how many readings wait for an explanation', async () => {
    const { number } = await generator({ unit: 'h' })
    const file = `equipment id,read at,reading\n${number},2026-11-01 08:00,500\n${number},2026-11-02 08:00,20\n${number},2026-11-03 08:00,99000\n`
    const checked = await uploadAndCheck('meterReadings', file)
    expect(checked).toMatchObject({ created: 3, failed: 0, setAside: 2 })
    expect(checked.preview.map(({ isSetAside = false }) => isSetAside)).toEqual([false, true, true])
    expect(await uploadAndWrite('meterReadings', file)).toMatchObject({ created: 3, setAside: 2 })
    expect(await uploadAndWrite('meterReadings', file)).toMatchObject({ unchanged: 3, setAside: 0 })
  })

  it('can be taken back: new readings go, corrected ones are as before', async () => {
    const { id, number, meter } = await generator()
    const head = 'equipment id,read at,reading\n'
    await uploadAndWrite('meterReadings', `${head}${number},2026-11-01 08:00,100\n`)
    const job = await uploadAndWrite(
      'meterReadings',
      `${head}${number},2026-11-01 08:00,90\n${number},2026-11-02 08:00,140\n`,
    )
    expect(job).toMatchObject({ created: 1, updated: 1 })
    expect(await totalOf(meter)).toBe(50)
    expect(await takeBack(job)).toMatchObject({ status: 'undone', undone: 2, undoLeft: 0 })
    expect((await readingsOf(meter)).map(({ value }) => value)).toEqual([100])
    expect(await totalOf(meter)).toBe(0)
    const { rows } = await testApp.ok(token, journal.listJournal, {
      body: { entity: 'equipment', entityId: id },
    })
    expect(rows.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'meterReading', before: 100, after: 90 }),
    )
  })

  it('judges a row by the ones in other steps of a long file', async () => {
    const { number, meter } = await generator()
    const rows = Array.from(
      { length: 300 },
      (_, n) =>
        `${number},${new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString()},${n === 260 ? 9_999 : n}`,
    )
    const job = await uploadAndCheck(
      'meterReadings',
      `equipment id,read at,reading\n${rows.join('\n')}\n`,
    )
    expect(job, JSON.stringify(job.faults)).toMatchObject({ created: 300, failed: 0 })
    await uploadAndWrite('meterReadings', `equipment id,read at,reading\n${rows.join('\n')}\n`)
    expect(
      (await readingsOf(meter)).flatMap(({ kind: what, value }) =>
        what === 'read' ? [] : [value],
      ),
    ).toEqual([9_999])
  })
})

it('an export of meter readings has those of the meters, equipment or types that are asked for', async () => {
  const [one, other] = [await generator(), await generator()]
  for (const { number } of [one, other])
    await uploadAndWrite(
      'meterReadings',
      `equipment id,read at,reading\n${number},2026-11-01 08:00,100\n${number},2026-11-02 08:00,130\n`,
    )
  const linesOf = async (question: object) =>
    (await exportAsCsv(testApp, token, { list: 'meterReadings', question }))
      .split('\r\n')
      .filter((line) => line.startsWith('G-'))
      .map((line) => line.split(',')[0])
  expect(await linesOf({ meterIds: [one.meter] })).toEqual([one.number, one.number])
  expect(await linesOf({ equipment: { search: other.number } })).toEqual([
    other.number,
    other.number,
  ])
  const since = { meterIds: [one.meter, other.meter], from: '2026-11-02T00:00:00Z' }
  expect(await linesOf(since)).toEqual([one.number, other.number])
  expect(await linesOf({ typeIds: [one.typeId] })).toEqual([one.number, one.number])
})
