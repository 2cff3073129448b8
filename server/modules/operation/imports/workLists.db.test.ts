import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { faultsOf, importSteps } from '#tests/importSteps.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
let own: Fixtures
const { equipment, inventory, locations, referenceData, rrules, tickets } = contract

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
  await testApp.ok(token, locations.createLocation, {
    body: { name: 'Store of parts', code: 'ST-1', typeId: own.locationType ?? 0 },
  })
  await testApp.ok(token, equipment.createEquipment, {
    body: { name: 'Pump of history', equipmentId: 'PH-1', typeId: own.equipmentType ?? 0 },
  })
})
afterAll(() => testApp.close())

const { uploadAndCheck, uploadAndWrite, write, takeBack, rowsIn } = importSteps(() => ({
  testApp,
  token,
}))

describe('an import of stock', () => {
  const stock = async () =>
    (await testApp.ok(token, inventory.listStock, { body: { search: 'Filter of import' } })).rows
  const items = async () =>
    (
      await testApp.ok(token, referenceData.listInventoryItems, {
        body: { search: 'Filter of import' },
      })
    ).count

  it('adds items with their lots, says so before, and takes all of it back', async () => {
    const job = await uploadAndCheck(
      'stock',
      'item,location,quantity,unit,minimum,lot,expiry\nFilter of import,ST-1,12,pieces,4,A,2031-01-31\nFilter of import,ST-1,3,pieces,4,B,\n',
    )
    expect(job).toMatchObject({ faults: [], created: 2 })
    expect(job.newWords).toEqual([{ field: 'item', count: 1, names: ['Filter of import'] }])
    const done = await write(job)
    const [row] = await stock()
    expect(row).toMatchObject({ amount: 15, minimum: 4, nextExpiry: '2031-01-31' })
    expect(row?.item.unit).toBe('pieces')
    expect(await takeBack(done)).toMatchObject({ status: 'undone', undoLeft: 0, undoFaults: [] })
    expect([await stock(), await items()]).toEqual([[], 0])
  })

  it('counts a stock, refuses what a total cannot say, and restores the former amount', async () => {
    await uploadAndWrite('stock', 'item,location,amount\nFilter of import,ST-1,5\n')
    const done = await uploadAndWrite('stock', 'item,location,amount\nFilter of import,ST-1,7.5\n')
    expect(done).toMatchObject({ updated: 1, failed: 0 })
    expect((await stock())[0]?.amount).toBe(7.5)
    await takeBack(done)
    expect((await stock())[0]?.amount).toBe(5)
    await uploadAndWrite('stock', 'item,location,amount,lot\nFilter of import,ST-1,2,B\n')
    const job = await uploadAndCheck(
      'stock',
      'item,location,amount,unit\nFilter of import,ST-1,8,kg\nNew of import,Nowhere,1,\nNew of import,ST-1,-1,\n',
    )
    expect(faultsOf(job)).toEqual([
      ['unit', 'cannotChange'],
      ['amount', 'severalLots'],
      ['location', 'unknownParent'],
      ['amount', 'outOfRange'],
    ])
  })
})

describe('an import of tickets', () => {
  const found = async (search: string) =>
    (await testApp.ok(token, tickets.listTickets, { body: { search } })).rows
  const traces = () =>
    asSystem(
      testApp.pool,
      async (db) =>
        (
          await db.execute(sql`select (select count(*) from outbox_event)::int as events,
            (select count(*) from alert)::int as alerts, (select count(*) from letter)::int as messages`)
        ).rows,
    )

  it('keeps the times of the history, and sets nothing off', async () => {
    const before = await traces()
    const file = `subject,status,priority,asset,requested by,created date,completed date,description\nHistory one,Closed,Medium,PH-1,administrator here,2020-03-29 01:59,2020-03-30T10:00:00Z,"a\nb"\nHistory two,new,critical,PH-1,,2020-05-01 08:00,,\n`
    const done = await uploadAndWrite('tickets', file)
    expect(done, JSON.stringify(done.faults)).toMatchObject({ created: 2, failed: 0 })
    const [two, one] = await found('History')
    expect(one).toMatchObject({
      title: 'History one',
      priority: 'normal',
      closedAt: '2020-03-30T10:00:00.000Z',
      state: { category: 'closed' },
      equipment: { name: 'Pump of history' },
    })
    expect(two).toMatchObject({ title: 'History two', priority: 'urgent', closedAt: null })
    expect(await traces()).toEqual(before)
    expect(await uploadAndCheck('tickets', file)).toMatchObject({ created: 0, unchanged: 2 })
    expect(await takeBack(done)).toMatchObject({ status: 'undone', undoLeft: 0 })
    expect(await found('History')).toEqual([])
    expect(await traces()).toEqual(before)
  })

  it('takes the id of another system for none of its own', async () => {
    const [known] = await found('')
    const job = await uploadAndCheck(
      'tickets',
      `id,title,type,opened at\n${known?.id},Something else,${known?.type.name},2021-01-01 10:00\n`,
    )
    expect(job).toMatchObject({ created: 1, updated: 0, faults: [] })
  })

  it('moves an exported ticket as the form would, and back', async () => {
    const open = await testApp.ok(token, tickets.openTicket, {
      body: { title: 'Moved by sheet', ticketTypeId: own.ticketType ?? 0 },
    })
    const csv = await exportAsCsv(testApp, token, {
      list: 'tickets',
      question: { search: 'Moved by sheet' },
    })
    const before = await traces()
    const closed = (
      await testApp.ok(token, tickets.listTicketStates, {
        body: { ticketTypeId: own.ticketType ?? (0 as Id<'ticketType'>) },
      })
    ).rows.find(({ category }) => category === 'closed')
    const done = await uploadAndWrite(
      'tickets',
      csv.replace(`,${open.state.name},`, `,${closed?.name},`),
    )
    expect(done, JSON.stringify(done.faults)).toMatchObject({ updated: 1 })
    expect((await found('Moved by sheet'))[0]).toMatchObject({ state: { id: closed?.id } })
    expect((await found('Moved by sheet'))[0]?.closedAt).not.toBeNull()
    expect(await traces()).toEqual(before)
    await takeBack(done)
    expect((await found('Moved by sheet'))[0]).toMatchObject({
      state: { id: open.state.id },
      closedAt: null,
    })
  })

  it('reads own fields of tickets and locations, from their export too, and takes them back', async () => {
    const field = async (belongsTo: 'ticket' | 'location', name: string) =>
      (
        await testApp.ok(token, referenceData.createMetadataField, {
          body: {
            name,
            belongsTo,
            dataType: 'number',
            choices: [],
            unit: null,
            equipmentTypeIds: [],
          },
        })
      ).id
    const fieldId = await field('ticket', 'Order no')
    const floorId = await field('location', 'Floor area')
    const open = await testApp.ok(token, tickets.openTicket, {
      body: {
        title: 'Ordered by sheet',
        ticketTypeId: own.ticketType ?? 0,
        metadata: [{ fieldId, value: 4711 }],
      },
    })
    const csv = await exportAsCsv(testApp, token, {
      list: 'tickets',
      question: { search: 'Ordered by sheet' },
    })
    const read = async () =>
      (await testApp.ok(token, tickets.getTicket, { params: { id: open.id } })).metadata[0]?.value
    const done = await uploadAndWrite('tickets', csv.replace('4711', '4712'))
    expect(done, JSON.stringify(done.faults)).toMatchObject({ updated: 1, failed: 0 })
    expect(await read()).toBe(4712)
    await takeBack(done)
    expect(await read()).toBe(4711)

    const area = async () => {
      const { rows } = await testApp.ok(token, locations.listLocations, {
        body: { search: 'Store of parts' },
      })
      const id = rows[0]?.id ?? (0 as Id<'location'>)
      return (await testApp.ok(token, locations.getLocation, { params: { id } })).metadata
    }
    const first = await uploadAndWrite('locations', 'code,Floor area\nST-1,20\n')
    expect(first, JSON.stringify(first.faults)).toMatchObject({ updated: 1 })
    const second = await uploadAndWrite('locations', 'code,Floor area\nST-1,30\n')
    expect(await area()).toMatchObject([{ fieldId: floorId, value: 30 }])
    await takeBack(second)
    expect(await area()).toMatchObject([{ fieldId: floorId, value: 20 }])
  })

  it('refuses times and people that cannot be', async () => {
    const job = await uploadAndCheck(
      'tickets',
      'title,status,opened at,closed at,assignee,equipment\nA,Closed,2020-01-02,2020-01-01,,\nB,Closed,2020-01-02,,,\nC,Open,2020-01-02,2020-01-03,,\nD,Open,2199-01-01,,Nobody at all,No such\nE,Open,soon,,,\nF,Open,"46357,5",,,\n',
    )
    expect(faultsOf(job)).toEqual([
      ['closed at', 'timesReversed'],
      ['closed at', 'required'],
      ['closed at', 'timesReversed'],
      ['equipment', 'unknownEquipment'],
      ['assignee', 'unknownPerson'],
      ['opened at', 'inFuture'],
      ['opened at', 'notAnInstant'],
      ['opened at', 'notAnInstant'],
    ])
  })
})

describe('an import of schedules', () => {
  const found = async () =>
    (await testApp.ok(token, rrules.listRrules, { body: { search: 'By sheet' } })).rows

  it('creates, changes and takes back', async () => {
    const name = (
      await rowsIn(sql`select name from procedure where id = ${own.procedure ?? 0}`)
    )[0]?.['name']
    const head = 'name,procedure,equipment,timing,rule,every,start,deadline,deadline after'
    const made = await uploadAndWrite(
      'schedules',
      `${head}\nBy sheet 1,${String(name)},PH-1,,FREQ=MONTHLY,,2027-01-01 08:00,custom,P3D\nBy sheet 2,${String(name)},PH-1,rolling,,P2W,2027-01-01,,\n`,
    )
    expect(made, JSON.stringify(made.faults)).toMatchObject({ created: 2, failed: 0 })
    expect(await found()).toMatchObject([
      { rule: 'FREQ=MONTHLY', deadline: { kind: 'custom', amount: 3, unit: 'days' } },
      { kind: 'rolling', every: { amount: 2, unit: 'weeks' }, start: '2027-01-01T00:00' },
    ])
    const changed = await uploadAndWrite(
      'schedules',
      `${head}\nBy sheet 1,${String(name)},,,FREQ=DAILY,,,,\n`,
    )
    expect(changed).toMatchObject({ updated: 1 })
    expect((await found())[0]?.rule).toBe('FREQ=DAILY')
    await takeBack(changed)
    expect((await found())[0]?.rule).toBe('FREQ=MONTHLY')
    expect(await takeBack(made)).toMatchObject({ status: 'undone', undoLeft: 0 })
    expect(await found()).toEqual([])
    const job = await uploadAndCheck(
      'schedules',
      `${head}\nX,${String(name)},,,FREQ=SOMETIMES,,2027-01-01,,\nX2,No such procedure,,,FREQ=DAILY,,2027-01-01,,\nX3,${String(name)},,,,,2027-01-01,,\nX4,${String(name)},No such pump,rolling,,often,2027-01-01,later,\n`,
    )
    expect(job.faults[0]).toMatchObject({
      value: 'FREQ=SOMETIMES',
      because: { code: 'unknownFrequency', value: 'SOMETIMES' },
    })
    expect(faultsOf(job)).toEqual([
      ['rule', 'refused'],
      ['procedure', 'unknownName'],
      ['rule', 'required'],
      ['equipment', 'unknownName'],
      ['every', 'notASpan'],
      ['deadline', 'notAChoice'],
      ['every', 'required'],
    ])
  })

  it('creates schedules by use, changes one value, and says what is missing', async () => {
    const name = String(
      (await rowsIn(sql`select name from procedure where id = ${own.procedure ?? 0}`))[0]?.['name'],
    )
    await rowsIn(sql`insert into meter_type (company_id, name, unit, source, equipment_type_ids,
        status_ids) select company_id, 'Sheet hours', 'h', 'hand', '{}', '{}' from procedure
      where id = ${own.procedure ?? 0} returning id`)
    const head = 'name,procedure,equipment,timing,meter,after use,at the latest,not before,start'
    const made = await uploadAndWrite(
      'schedules',
      `${head}\nBy sheet use,${name},PH-1,By use,sheet hours,500.5,P6M,P3M,2027-01-01 08:00\n`,
    )
    expect(made, JSON.stringify(made.faults)).toMatchObject({ created: 1, failed: 0 })
    const use = {
      quantity: 500.5,
      latest: { amount: 6, unit: 'months' },
      earliest: { amount: 3, unit: 'months' },
    }
    expect(await found()).toMatchObject([{ kind: 'byUse', rule: null, every: null, use }])
    const changed = await uploadAndWrite('schedules', `${head}\nBy sheet use,${name},,,,750,,,\n`)
    expect(changed).toMatchObject({ updated: 1 })
    expect(await found()).toMatchObject([{ use: { ...use, quantity: 750 } }])
    const job = await uploadAndCheck(
      'schedules',
      `${head}\nU1,${name},PH-1,byUse,,,,,2027-01-01\nU2,${name},PH-1,,No such meter,0,soon,,2027-01-01\n`,
    )
    expect(faultsOf(job)).toEqual([
      ['meter', 'required'],
      ['after use', 'required'],
      ['meter', 'unknownName'],
      ['after use', 'outOfRange'],
      ['at the latest', 'notASpan'],
    ])
    expect(await takeBack(changed)).toMatchObject({ status: 'undone' })
    expect(await found()).toMatchObject([{ use }])
    await takeBack(made)
  })
})
