import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { ok, openStockedWard, type StockedWard } from '#tests/stockedWard.ts'
import type { TestApp } from '#tests/testApp.ts'
import { watchedRules, type WatchedRules } from '#tests/watchedRules.ts'

const { equipment, inventory, referenceData, references } = contract
let ward: StockedWard
let testApp: TestApp
let rules: WatchedRules
let admin: string
let typeId: Id<'equipmentType'>

beforeAll(async () => {
  ward = await openStockedWard()
  ;({ testApp, admin } = ward)
  rules = await watchedRules(testApp, () => admin)
  const { body } = await testApp.call(admin, contract.equipment.listEquipment, { body: {} })
  typeId = body.rows[0]?.type.id ?? (0 as Id<'equipmentType'>)
  await rules.settle()
})
afterAll(() => ward.testApp.close())

/** Moves the clock to a moment in UTC. The clock of the company is two hours ahead. */
async function until(moment: string): Promise<void> {
  testApp.clock.advance(Date.parse(moment) - testApp.clock.now().getTime())
  admin = await testApp.signIn('administrator')
  await rules.settle()
}
const create = (name: string, facts: object) =>
  ok(testApp.call(admin, equipment.createEquipment, { body: { name, typeId, ...facts } }))
const runsOf = async (id: Id<'automation'>) =>
  (await rules.runsOf(id)).map(({ thing, at }) => [thing, at])

describe('a rule that begins with a date of equipment', () => {
  const warranty: WatchedEvent = {
    kind: 'dateComes',
    date: { of: 'field', field: 'warrantyUntil' },
    days: 14,
    side: 'before',
    at: '08:00',
    whenOver: 'close',
  }

  it('acts so many days before it, at its time on the clock of the company', async () => {
    const rule = await rules.save(warranty, 'Warranty ends')
    await create('Scanner', { warrantyUntil: '2026-12-06' })
    await create('Lamp', { warrantyUntil: '2027-02-01' })
    await until('2026-11-22T05:59:00Z')
    expect(await runsOf(rule.id)).toEqual([])
    await until('2026-11-22T06:00:00Z')
    await until('2026-11-23T07:00:00Z')
    expect(await runsOf(rule.id)).toEqual([['Scanner', '2026-11-22T06:00:00.000Z']])
    expect(await rules.backTest(warranty)).toMatchObject({
      matched: 1,
      rows: [{ thing: 'Scanner', doneAt: '2026-11-22T06:00:00.000Z' }],
    })
    expect(await rules.titlesOf(warranty)).toEqual(['A date of equipment has come: Scanner'])
    await rules.drop(rule.id)
  })

  it('acts at once for a date that is nearer, and closes its ticket when the date moves', async () => {
    const rule = await rules.save(warranty, 'Warranty ends')
    const thing = await create('Monitor', { warrantyUntil: '2026-12-08' })
    await until('2026-11-24T08:00:00Z')
    const [run, ...more] = await rules.runsOf(rule.id)
    expect(more).toEqual([])
    const ticketId = run?.effects[0]?.ticketIds[0]
    expect(await rules.categoryOf(ticketId)).toBe('open')
    const { body } = await testApp.call(admin, equipment.getEquipment, {
      params: { id: thing.id },
    })
    await ok(
      testApp.call(admin, equipment.updateEquipment, {
        params: { id: thing.id },
        body: {
          name: body.name,
          typeId,
          version: body.version,
          warrantyUntil: '2029-12-08',
        },
      }),
    )
    testApp.clock.advance(60_000)
    await rules.settle()
    expect(await rules.categoryOf(ticketId)).toBe('closed')
    await rules.drop(rule.id)
  })

  it('acts after a server has not run for days, and not for dates before it was switched on', async () => {
    await create('Old one', { purchasedOn: '2026-11-10' })
    const rule = await rules.save(
      {
        ...warranty,
        date: { of: 'field', field: 'purchasedOn' },
        days: 20,
        side: 'after',
        whenOver: 'nothing',
      },
      'Bought',
    )
    await create('Late', { purchasedOn: '2026-11-09' })
    await until('2026-12-09T08:00:00Z')
    expect((await runsOf(rule.id)).map(([thing]) => thing)).toEqual(['Late', 'Old one'])
    await rules.drop(rule.id)
  })

  const life: WatchedEvent = {
    ...warranty,
    date: { of: 'field', field: 'lifeEndsOn' },
    days: 30,
  }

  it('acts before the end of the expected life, also after a purchase on 29 February', async () => {
    const rule = await rules.save(life, 'Replace it')
    await create('Ten years old', { purchasedOn: '2017-01-11', expectedYears: 10 })
    await create('Leap day', { purchasedOn: '2024-02-29', expectedYears: 3 })
    await create('No expected life', { purchasedOn: '2017-01-11' })
    await create('Retired before', {
      purchasedOn: '2017-01-11',
      expectedYears: 10,
      retiredOn: '2026-12-01',
    })
    // 08:00 in the company is 06:00 in UTC; 30 days before 11 January and 28 February.
    await until('2026-12-12T05:59:00Z')
    expect(await runsOf(rule.id)).toEqual([])
    await until('2026-12-12T06:00:00Z')
    await until('2027-01-29T05:59:00Z')
    expect((await runsOf(rule.id)).map(([thing]) => thing)).toEqual(['Ten years old'])
    await until('2027-01-29T06:00:00Z')
    await until('2027-02-02T06:00:00Z')
    expect(await runsOf(rule.id)).toEqual([
      ['Leap day', '2027-01-29T06:00:00.000Z'],
      ['Ten years old', '2026-12-12T06:00:00.000Z'],
    ])
    expect(await rules.backTest(life)).toMatchObject({
      matched: 1,
      rows: [{ thing: 'Leap day', doneAt: '2027-01-29T06:00:00.000Z' }],
    })
    await rules.drop(rule.id)
  })

  it('acts again when longer life moves the end, and closes the ticket of the former end', async () => {
    const rule = await rules.save(life, 'Replace it')
    const thing = await create('Boiler', { purchasedOn: '2017-03-05', expectedYears: 10 })
    await until('2027-02-03T06:00:00Z')
    const [run] = await rules.runsOf(rule.id)
    const ticketId = run?.effects[0]?.ticketIds[0]
    expect(await rules.categoryOf(ticketId)).toBe('open')
    const { body } = await testApp.call(admin, equipment.getEquipment, {
      params: { id: thing.id },
    })
    await ok(
      testApp.call(admin, equipment.updateEquipment, {
        params: { id: thing.id },
        body: { name: body.name, typeId, version: body.version, expectedYears: 10.05 },
      }),
    )
    await until('2027-02-03T06:02:00Z')
    expect(await rules.categoryOf(ticketId)).toBe('closed')
    await until('2027-03-06T05:59:00Z')
    expect(await runsOf(rule.id)).toHaveLength(1)
    await until('2027-03-06T06:00:00Z')
    expect(await runsOf(rule.id)).toEqual([
      ['Boiler', '2027-03-06T06:00:00.000Z'],
      ['Boiler', '2027-02-03T06:00:00.000Z'],
    ])
    await rules.drop(rule.id)
  })

  it('fires once when several servers look at the same moment', async () => {
    const rule = await rules.save({ ...life, date: { of: 'field', field: 'retiredOn' } }, 'Gone')
    await create('Old lamp', { retiredOn: '2027-05-22' })
    testApp.clock.advance(Date.parse('2027-04-22T05:00:00Z') - testApp.clock.now().getTime())
    admin = await testApp.signIn('administrator')
    await Promise.all([rules.settle(), rules.settle(), rules.settle()])
    expect(await runsOf(rule.id)).toEqual([['Old lamp', '2027-04-22T05:00:00.000Z']])
    await rules.drop(rule.id)
  })

  it('takes a date from an own field, and refuses a field of another kind', async () => {
    const field = (name: string, dataType: 'date' | 'text') =>
      ok(
        testApp.call(admin, referenceData.createMetadataField, {
          body: { name, dataType, choices: [], unit: null, equipmentTypeIds: [] },
        }),
      )
    const [next, note] = [await field('Next test', 'date'), await field('Note', 'text')]
    const event = (fieldId: Id<'metadataField'>): WatchedEvent => ({
      ...warranty,
      date: { of: 'metadata', fieldId },
      days: 0,
    })
    const refused = await rules.send(event(note.id), 'Wrong')
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'wrongKind' }] } })
    const rule = await rules.save(event(next.id), 'Test it')
    await create('Hoist', { metadata: [{ fieldId: next.id, value: '2027-05-11' }] })
    await until('2027-05-11T06:01:00Z')
    expect(await runsOf(rule.id)).toEqual([['Hoist', '2027-05-11T06:01:00.000Z']])
    const { body: uses } = await testApp.call(admin, references.listReferences, {
      body: { kind: 'metadataField', id: next.id },
    })
    expect(uses.rows).toContainEqual({ kind: 'automation', id: rule.id, name: 'Test it' })
    await rules.drop(rule.id)
  })
})

describe('a rule that begins with the expiry of stock', () => {
  it('acts for each lot before its date, for what is received late at once, and ends when it is used', async () => {
    const expires: WatchedEvent = {
      kind: 'stockExpires',
      days: 5,
      side: 'before',
      at: '08:00',
      whenOver: 'close',
    }
    await ward.testApp.close()
    ward = await openStockedWard()
    ;({ testApp, admin } = ward)
    rules = await watchedRules(testApp, () => admin)
    const rule = await rules.save(expires, 'Use it first')
    ward.item = await ward.newItem()
    const { id } = await ward.receive(4, { lot: 'A', expiresOn: '2026-11-26' })
    await ward.receive(3, { lot: 'B', expiresOn: '2026-11-22' })
    await ward.receive(3, { lot: 'C', expiresOn: '2027-12-14' })
    await rules.settle()
    const [first] = await rules.runsOf(rule.id)
    expect(first).toMatchObject({ thing: 'Ward', subject: { kind: 'stock', id } })
    expect(first?.subject?.name).toMatch(/\(B\)$/)
    await until('2026-11-21T05:30:00Z')
    expect(await rules.runsOf(rule.id)).toHaveLength(1)
    await until('2026-11-21T06:00:00Z')
    expect((await rules.runsOf(rule.id)).map(({ subject }) => subject?.name)).toEqual([
      expect.stringMatching(/\(A\)$/),
      expect.stringMatching(/\(B\)$/),
    ])
    const ticketId = first?.effects[0]?.ticketIds[0]
    expect(await rules.categoryOf(ticketId)).toBe('open')
    const { lots } = await ok(testApp.call(admin, inventory.getStock, { params: { id } }))
    const lot = lots.find(({ name }) => name === 'B')
    await ok(
      testApp.call(admin, inventory.discardStock, {
        params: { id },
        body: { amount: 3, lotId: lot?.id ?? 0, reason: 'Used up' },
      }),
    )
    await rules.settle()
    expect(await rules.categoryOf(ticketId)).toBe('closed')
    await rules.drop(rule.id)
  })
})
