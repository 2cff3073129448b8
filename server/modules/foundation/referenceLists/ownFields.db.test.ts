import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
const { referenceLists, equipment, tickets, procedures, referenceData, journal } = contract

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

describe('a ticket type', () => {
  const state = (
    name: string,
    category: 'open' | 'inProgress' | 'waiting' | 'closed',
    next: number[] | null = null,
    id: number | null = null,
  ) => ({ id, name, category, colour: 'blue' as const, next }) as never
  const make = (name: string, ...states: never[]) =>
    testApp.call(admin, tickets.createTicketType, { body: { name, colour: 'red', states } })

  it('has states that lead to each other, in order, with moves that are allowed', async () => {
    const type = (
      await make(
        'Leak',
        state('New', 'open', [1]),
        state('Work', 'inProgress', [2]),
        state('Done', 'closed', []),
      )
    ).body
    const ticket = (
      await testApp.call(admin, tickets.openTicket, {
        body: { title: 'Drip', ticketTypeId: type.id },
      })
    ).body
    expect(ticket.state.name).toBe('New')
    expect(ticket.nextStates.map(({ name }) => name)).toEqual(['Work'])
    const [first, second, third] = type.states
    const moved = await testApp.call(admin, tickets.changeTicketState, {
      params: { id: ticket.id },
      body: { stateId: third?.id ?? 0, version: ticket.version },
    })
    expect(moved.status).toBe(409)
    const body = (states: unknown[]) => ({ version: type.version, states: states as never[] })
    const refused = await testApp.call(admin, tickets.updateTicketType, {
      params: { id: type.id },
      body: body([{ ...second, next: null }, { ...third, next: null }, state('Fresh', 'open')]),
    })
    expect(refused.body).toMatchObject({ errors: [{ code: 'stateInUse', message: 'New' }] })
    const changed = await testApp.call(admin, tickets.updateTicketType, {
      params: { id: type.id },
      body: body([{ ...first, next: null }, state('Waiting', 'waiting'), { ...third, next: null }]),
    })
    expect(changed.body.states.map(({ name, next }) => [name, next])).toEqual([
      ['New', null],
      ['Waiting', null],
      ['Done', null],
    ])
  })
  it.each([
    ['no end', [state('New', 'open')]],
    ['no beginning', [state('Done', 'closed')]],
    ['a state nobody leaves', [state('New', 'open', []), state('Done', 'closed')]],
    ['two of one name', [state('A', 'open'), state('a', 'closed')]],
  ])('with %s is refused', async (_what, states) =>
    expect((await make('Broken', ...states)).status).toBe(400),
  )
  it('passes its tickets to another, each to a state of the same category', async () => {
    const from = (
      await make('From', state('New', 'open'), state('Stuck', 'waiting'), state('Done', 'closed'))
    ).body
    const to = (await make('To', state('Reported', 'open'), state('Closed', 'closed'))).body
    const ticket = (
      await testApp.call(admin, tickets.openTicket, {
        body: { title: 'Moves on', ticketTypeId: from.id },
      })
    ).body
    await testApp.call(admin, tickets.changeTicketState, {
      params: { id: ticket.id },
      body: { stateId: from.states[2]?.id ?? 0, version: ticket.version },
    })
    expect(
      (
        await testApp.call(admin, tickets.replaceTicketType, {
          params: { id: from.id },
          body: { by: to.id },
        })
      ).body,
    ).toEqual({ replaced: 1 })
    expect(
      (await testApp.call(admin, tickets.getTicket, { params: { id: ticket.id } })).body,
    ).toMatchObject({ type: { name: 'To' }, state: { name: 'Closed' } })
  })
})

describe('a metadata field', () => {
  const make = (body: object) =>
    testApp.call(admin, referenceData.createMetadataField, {
      body: {
        name: 'Field',
        choices: [],
        unit: null,
        equipmentTypeIds: [],
        dataType: 'text',
        ...body,
      },
    })

  it('has choices only if it is a choice', async () => {
    expect((await make({ name: 'A', choices: ['x'] })).body).toMatchObject({
      errors: [{ path: 'body.choices', code: 'choicesUnused' }],
    })
    expect((await make({ name: 'B', dataType: 'choice' })).body).toMatchObject({
      errors: [{ code: 'noChoices' }],
    })
    expect((await make({ name: 'C', dataType: 'choice', choices: ['x', 'X'] })).body).toMatchObject(
      { errors: [{ code: 'sameChoice' }] },
    )
  })
  it('accepts only values that fit, is listed with its uses, and keeps the value it replaces', async () => {
    const risk = (await make({ name: 'Risk', dataType: 'choice', choices: ['low', 'high'] })).body
    const body = (value: string) => ({
      name: 'With risk',
      typeId: own.equipmentType ?? 0,
      metadata: [{ fieldId: risk.id, value }],
    })
    expect(
      (await testApp.call(admin, equipment.createEquipment, { body: body('medium') })).body,
    ).toMatchObject({ errors: [{ path: 'body.metadata.0.value', code: 'notAChoice' }] })
    const thing = (await testApp.call(admin, equipment.createEquipment, { body: body('high') }))
      .body
    expect(thing.metadata).toEqual([{ fieldId: risk.id, name: 'Risk', unit: null, value: 'high' }])
    expect(
      (await testApp.call(admin, referenceData.deleteMetadataField, { params: { id: risk.id } }))
        .status,
    ).toBe(409)
    const other = (await make({ name: 'Risk class', dataType: 'choice', choices: ['low', 'high'] }))
      .body
    expect(
      (
        await testApp.call(admin, referenceData.replaceMetadataField, {
          params: { id: risk.id },
          body: { by: other.id },
        })
      ).body,
    ).toEqual({ replaced: 1 })
    expect(
      (await testApp.call(admin, equipment.getEquipment, { params: { id: thing.id } })).body
        .metadata,
    ).toMatchObject([{ name: 'Risk class', value: 'high' }])
  })
})

it('a removed choice of a field stays on equipment that is changed otherwise', async () => {
  const body = {
    name: 'Hazard',
    dataType: 'choice' as const,
    choices: ['low', 'high'],
    unit: null,
    equipmentTypeIds: [],
  }
  const field = (await testApp.call(admin, referenceData.createMetadataField, { body })).body
  const metadata = (value: string) => [{ fieldId: field.id, value }]
  const thing = (
    await testApp.call(admin, equipment.createEquipment, {
      body: { name: 'Drum', typeId: own.equipmentType ?? 0, metadata: metadata('high') },
    })
  ).body
  await testApp.call(admin, referenceData.updateMetadataField, {
    params: { id: field.id },
    body: { keepsValues: true, ...body, choices: ['low', 'middle'], version: field.version },
  })
  const update = (change: object, version: number) =>
    testApp.call(admin, equipment.updateEquipment, {
      params: { id: thing.id },
      body: { ...change, version },
    })
  const named = await update({ name: 'Old drum', metadata: metadata('high') }, thing.version)
  expect(named).toMatchObject({
    status: 200,
    body: { name: 'Old drum', metadata: [{ value: 'high' }] },
  })
  const other = await update({ metadata: metadata('low') }, named.body.version)
  expect(other.status).toBe(200)
  expect(await update({ metadata: metadata('high') }, other.body.version)).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'notAChoice' }] },
  })
})

describe('an API hook', () => {
  it('never shows its secret, not even in the journal', async () => {
    const secret = 'a secret of sixteen letters'
    const made = (
      await testApp.call(admin, referenceData.createApiHook, {
        body: {
          name: 'ERP',
          url: 'https://erp.sample.test/in',
          method: 'POST',
          isActive: true,
          secret,
        },
      })
    ).body
    expect(made).toMatchObject({ hasSecret: true })
    const seen = [
      made,
      (await testApp.call(admin, referenceData.listApiHooks, { body: {} })).body,
      (await testApp.call(admin, referenceData.getApiHooks, {})).body,
      (await testApp.call(admin, journal.listJournal, { body: { entity: 'apiHook' } })).body,
    ]
    expect(JSON.stringify(seen)).not.toContain(secret)
    const plain = await testApp.call(admin, referenceData.updateApiHook, {
      params: { id: made.id },
      body: { version: made.version, secret: null },
    })
    expect(plain.body).toMatchObject({ hasSecret: false })
  })
  it.each(['ftp://a.test', 'javascript:alert(1)', 'https://user:pass@a.test/', 'not an address'])(
    'refuses the address %s',
    async (url) => {
      const answer = await testApp.call(admin, referenceData.createApiHook, {
        body: { name: 'Bad', url, method: 'POST', isActive: true },
      })
      expect(answer.body).toMatchObject({ errors: [{ path: 'body.url' }] })
    },
  )
})

describe('a progress map', () => {
  it('is still shown when one of its two statuses was replaced by the other', async () => {
    const status = async (name: string) =>
      (
        await testApp.call(admin, referenceLists.createEquipmentStatus, {
          body: { name, colour: 'blue', isUsable: true },
        })
      ).body.id
    const [from, to] = [await status('Washed'), await status('Dried')]
    const made = await testApp.call(admin, referenceData.createProgressMap, {
      body: { name: 'Laundry', statusIds: [from, to], equipmentTypeIds: [] },
    })
    expect(made.status).toBe(200)
    expect(
      (
        await testApp.call(admin, referenceLists.replaceEquipmentStatus, {
          params: { id: from },
          body: { by: to },
        })
      ).status,
    ).toBe(200)
    const list = await testApp.call(admin, referenceData.listProgressMaps, {
      body: { search: 'Laundry' },
    })
    expect(list.status).toBe(200)
    expect(list.body.rows).toMatchObject([{ statusIds: [to] }])
  })
  it('moves equipment along its own steps only, keeps its statuses, and is listed with them', async () => {
    const status = async (name: string) =>
      (
        await testApp.call(admin, referenceLists.createEquipmentStatus, {
          body: { name, colour: 'blue', isUsable: true },
        })
      ).body.id
    const [first, second, other] = [
      await status('Dirty'),
      await status('Clean'),
      await status('Lost'),
    ]
    const type = (
      await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Bed' } })
    ).body.id
    const bed = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: 'Bed 1', typeId: type, statusId: first },
      })
    ).body
    const map = (
      await testApp.call(admin, referenceData.createProgressMap, {
        body: { name: 'Cleaning', statusIds: [first, second], equipmentTypeIds: [type] },
      })
    ).body
    const bring = (statusId: typeof first, equipmentIds = [bed.id]) =>
      testApp.call(admin, referenceData.bulkUpdateProgress, {
        body: { progressMapId: map.id, equipmentIds, statusId },
      })
    expect((await bring(second)).body).toEqual({
      updated: 1,
      fellows: 0,
      before: [{ statusId: first, equipmentIds: [bed.id] }],
    })
    expect(
      (await testApp.call(admin, equipment.getEquipment, { params: { id: bed.id } })).body.status
        ?.id,
    ).toBe(second)
    expect((await bring(other)).body).toMatchObject({
      errors: [{ path: 'body.statusId', code: 'noStep' }],
    })
    expect((await bring(first, [own.equipment as typeof bed.id])).body).toMatchObject({
      errors: [{ path: 'body.equipmentIds', code: 'otherType' }],
    })
    expect(
      (
        await testApp.call(admin, referenceData.getRelatedProgressMaps, { params: { id: first } })
      ).body.rows.map(({ id }) => id),
    ).toEqual([map.id])
    expect(
      (await testApp.call(admin, referenceLists.getEquipmentStatus, { params: { id: second } }))
        .body,
    ).toMatchObject({ name: 'Clean', usedBy: 2 })
    expect(
      (await testApp.call(admin, referenceLists.deleteEquipmentStatus, { params: { id: first } }))
        .status,
    ).toBe(409)
    expect(
      (
        await testApp.call(admin, referenceLists.replaceEquipmentStatus, {
          params: { id: first },
          body: { by: other },
        })
      ).status,
    ).toBe(200)
    const [kept] = (
      await testApp.call(admin, referenceData.listProgressMaps, { body: { search: 'Cleaning' } })
    ).body.rows
    expect(kept?.statusIds).toEqual([other, second])
  })
  it('lists the procedures in whose rules a status is', async () => {
    const { rows } = (
      await testApp.call(admin, referenceLists.getRelatedProcedures, {
        params: { id: own.equipmentStatus ?? 0 },
      })
    ).body
    expect(rows.every(({ rules }) => rules > 0)).toBe(true)
    expect(
      (
        await testApp.call(admin, referenceLists.getRelatedProcedures, {
          params: { id: 2_147_483_647 },
        })
      ).status,
    ).toBe(404)
  })
})

describe('an inventory item', () => {
  it('is offered with the procedures it belongs to, and with all if it names none', async () => {
    await testApp.call(admin, referenceData.createInventoryItem, {
      body: {
        name: 'Wipes',
        unit: 'piece',
        category: 'Consumables',
        hasDoses: false,
        procedureIds: [],
      },
    })
    const names = async (body: object) =>
      (await testApp.call(admin, referenceData.getInventories, { body })).body.rows.map(
        ({ name }) => name,
      )
    const other = (
      await testApp.call(admin, procedures.createProcedure, {
        body: {
          name: 'Without gloves',
          typeId: own.procedureType ?? 0,
          target: 'either',
          questions: [],
        },
      })
    ).body
    expect(await names({ procedureId: own.procedure })).toEqual(['Wipes', 'OURS gloves'])
    expect(await names({ procedureId: other.id })).toEqual(['Wipes'])
    const tree = (await testApp.call(admin, referenceData.getInventoryTree, { body: {} })).body
    expect(tree.map(({ title, value, children }) => [title, value, children.length])).toEqual([
      ['Consumables', 'b1', 1],
      ['OURS consumables', 'b2', 1],
    ])
  })
})
