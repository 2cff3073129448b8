import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index'
import type { Endpoint } from '#contract/endpoint'
import { createFixtures, type Fixtures } from '../../../tests/fixtures.ts'
import { openTestApp, urlOf, type TestApp } from '../../../tests/testApp.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
const {
  referenceLists,
  equipment,
  people,
  tickets,
  automations,
  procedures,
  referenceData,
  journal,
} = contract

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  own = await createFixtures(testApp, testApp.here, admin, 'OURS')
})
afterAll(() => testApp.close())

/** Every reference list there is, found in the contract itself. */
const every = Object.values(contract)
  .flatMap((domain) => Object.entries(domain as Record<string, Endpoint>))
  .filter(([name]) => /^replace[A-Z]/.test(name))
  .map(([name, endpoint]) => ({
    referenceList: name.slice('replace'.length),
    base: endpoint.path.replace('/{id}/replace', ''),
  }))

describe.each(every)('$referenceList', ({ referenceList, base }) => {
  const kind = referenceList.charAt(0).toLowerCase() + referenceList.slice(1)
  const one = () => (own as unknown as Record<string, number>)[kind] ?? 0

  it('is listed with what uses it, and tells where', async () => {
    const list = (await testApp.raw(admin, 'POST', `${base}/get`, { limit: 500 })).body as {
      rows: { id: number; usedBy: number; namedBy: number }[]
    }
    const row = list.rows.find(({ id }) => id === one())
    expect(row).toBeDefined()
    const uses = (await testApp.raw(admin, 'POST', `${base}/${one()}/uses`, {})).body as {
      count: number
      rows: { kind: string; holds: boolean; name: string }[]
    }
    expect(uses.rows.filter(({ holds }) => holds)).toHaveLength(row?.usedBy ?? -1)
    expect(uses.count).toBe(uses.rows.length)
    expect(
      (row?.usedBy ?? 0) + (row?.namedBy ?? 0),
      'the list counts everything that its uses list',
    ).toBe(uses.count)
    expect(uses.rows.every(({ name }) => name !== '')).toBe(true)
  })
  it('does not take its own place, nor that of a stranger’s', async () => {
    expect(
      (await testApp.raw(admin, 'POST', `${base}/${one()}/replace`, { by: one() })).status,
    ).toBe(400)
    expect(
      (await testApp.raw(admin, 'POST', `${base}/${one()}/replace`, { by: 2_147_483_647 })).status,
    ).toBe(404)
  })
})

it('there are as many reference lists as the plan has', () => {
  expect(every.map(({ referenceList }) => referenceList).sort()).toEqual([
    'ApiHook',
    'AssignRule',
    'EquipmentStatus',
    'EquipmentType',
    'FellowType',
    'GatewayType',
    'InventoryItem',
    'LocationType',
    'MetadataField',
    'OrgEntity',
    'ProcedureType',
    'ProgressMap',
    'Role',
    'SensorType',
    'Tag',
    'TicketType',
    'ValidationType',
  ])
})

it('an AI agent rule and a hook that automations name say so in their lists', async () => {
  const { id, version } = (
    await testApp.call(admin, procedures.createProcedure, {
      body: { name: 'Names both', typeId: own.procedureType ?? 0, target: 'either', questions: [] },
    })
  ).body
  const kept = await testApp.call(admin, procedures.updateProcedure, {
    params: { id },
    body: {
      version,
      triggeredEvents: [
        {
          id: null,
          name: 'both',
          event: { kind: 'procedureDone' },
          filters: [],
          isActive: true,
          validFrom: null,
          validTo: null,
          actions: [
            { kind: 'invokeHook', hookId: own.apiHook ?? 0 },
            {
              kind: 'openTicket',
              ticketTypeId: own.ticketType ?? 0,
              title: null,
              assign: { by: 'rule', ruleId: own.assignRule ?? 0 },
            },
          ],
        },
      ],
    },
  })
  expect(kept.status, JSON.stringify(kept.body)).toBe(200)
  for (const [list, id] of [
    [referenceData.listAssignRules, own.assignRule],
    [referenceData.listApiHooks, own.apiHook],
  ] as const) {
    const { body } = await testApp.call(admin, list, { body: { limit: 500 } })
    expect(body.rows.find((row) => row.id === id)?.namedBy).toBeGreaterThan(0)
  }
})

describe('types that one may choose', () => {
  it('are one’s own alone, for who keeps types too', async () => {
    const other = (
      await testApp.call(admin, referenceLists.createEquipmentType, {
        body: { name: 'Not for everyone' },
      })
    ).body
    const { id, version } = (
      await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.manager } })
    ).body
    const kept = await testApp.call(admin, people.updateUser, {
      params: { id },
      body: { version, allEquipment: false, equipmentTypeIds: [other.id] },
    })
    expect(kept.status, JSON.stringify(kept.body)).toBe(200)
    const manager = await testApp.signIn('manager')
    expect(
      (await testApp.call(manager, referenceLists.listPermittedEquipmentTypes, { params: {} }))
        .body,
    ).toEqual({ count: 1, rows: [{ id: other.id, name: 'Not for everyone' }] })
    expect(
      (await testApp.call(admin, referenceLists.listPermittedEquipmentTypes, { params: {} })).body
        .count,
    ).toBeGreaterThan(1)
    const back = await testApp.call(admin, people.updateUser, {
      params: { id },
      body: { version: kept.body.version, allEquipment: true, equipmentTypeIds: [] },
    })
    expect(back.status).toBe(200)
  })
  it('are searched by the server, which says how many there are', async () => {
    for (const name of ['Crane, small', 'Crane, large', 'Crane, tower'])
      await testApp.call(admin, referenceLists.createProcedureType, {
        body: { name, isTracer: false },
      })
    const { body } = await testApp.call(admin, referenceLists.listPermittedProcedureTypes, {
      params: { search: 'crane', limit: 2 },
    })
    expect(body).toMatchObject({
      count: 3,
      rows: [{ name: 'Crane, large' }, { name: 'Crane, small' }],
    })
    const [, second] = body.rows
    const named = await testApp.call(admin, referenceLists.listProcedureTypes, {
      body: { ids: [second?.id ?? (0 as never)] },
    })
    expect(named.body).toMatchObject({ count: 1, rows: [{ name: 'Crane, small' }] })
  })
})

describe('a reference item in use', () => {
  it('stays, and says how many keep it', async () => {
    const answer = await testApp.call(admin, referenceLists.deleteEquipmentType, {
      params: { id: own.equipmentType ?? 0 },
    })
    expect(answer.status).toBe(409)
    // Two things, and a fellow type as owner and as fellow.
    expect(answer.body).toMatchObject({ errors: [{ code: 'inUse', message: '4' }] })
  })
  it('is replaced everywhere at once: things, permitted types, rules, and things deleted before', async () => {
    const old = (
      await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pmup' } })
    ).body
    const good = (
      await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } })
    ).body
    const kept = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: 'Kept', typeId: old.id },
      })
    ).body
    const deleted = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: 'Gone', typeId: old.id },
      })
    ).body
    await testApp.call(admin, equipment.deleteEquipment, { params: { id: deleted.id } })
    const staff = (
      await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.staff } })
    ).body
    await testApp.call(admin, people.updateUser, {
      params: { id: staff.id },
      body: { version: staff.version, allEquipment: false, equipmentTypeIds: [old.id, good.id] },
    })
    const procedure = (
      await testApp.call(admin, procedures.createProcedure, {
        body: {
          name: 'Pump check',
          typeId: own.procedureType ?? 0,
          target: 'either',
          questions: [],
        },
      })
    ).body
    await testApp.call(admin, procedures.updateProcedure, {
      params: { id: procedure.id },
      body: {
        version: procedure.version,
        triggeredEvents: [
          {
            id: null,
            name: 'pumps',
            event: { kind: 'procedureDone' },
            filters: [{ kind: 'objects', filter: { equipmentTypeIds: [old.id] } }],
            actions: [
              { kind: 'openTicket', ticketTypeId: own.ticketType ?? 0, title: null, assign: null },
            ],
            isActive: true,
            validFrom: null,
            validTo: null,
          },
        ],
      },
    })
    const uses = (
      await testApp.call(admin, referenceLists.listEquipmentTypeUses, {
        params: { id: old.id },
        body: {},
      })
    ).body
    expect(uses.rows.map(({ kind, name, holds }) => [kind, name, holds])).toEqual([
      ['equipment', 'Kept', true],
      ['automation', 'pumps', false],
      ['user', 'staff here', false],
    ])

    expect(
      (
        await testApp.call(admin, referenceLists.replaceEquipmentType, {
          params: { id: old.id },
          body: { by: good.id },
        })
      ).body,
    ).toEqual({ replaced: 4 })
    expect(
      (await testApp.call(admin, equipment.getEquipment, { params: { id: kept.id } })).body,
    ).toMatchObject({ type: { id: good.id }, version: kept.version + 1 })
    expect(
      (await testApp.call(admin, people.getUser, { params: { id: staff.id } })).body
        .equipmentTypeIds,
    ).toEqual([good.id])
    const rule = (
      await testApp.call(admin, automations.listAutomations, {
        body: { procedureId: procedure.id },
      })
    ).body.rows[0]
    expect(rule).toMatchObject({
      isActive: true,
      needsReview: false,
      filters: [{ filter: { equipmentTypeIds: [good.id] } }],
    })
    expect(
      (
        await testApp.call(admin, referenceLists.listEquipmentTypeUses, {
          params: { id: old.id },
          body: {},
        })
      ).status,
    ).toBe(404)
    const entries = (
      await testApp.call(admin, journal.listJournal, {
        body: { entity: 'equipment', entityId: kept.id },
      })
    ).body.rows[0]
    expect(entries?.changes).toEqual([{ field: 'type', before: 'Pmup', after: 'Pump' }])
    // Now the deleted thing carries the good one: it keeps it, and the refusal says why.
    await testApp.call(admin, equipment.deleteEquipment, { params: { id: kept.id } })
    expect(
      (await testApp.call(admin, referenceLists.deleteEquipmentType, { params: { id: good.id } }))
        .body,
    ).toMatchObject({ errors: [{ code: 'heldByDeleted' }] })
  })
  it('that is only permitted goes, and leaves no trace with the people', async () => {
    const type = (
      await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Passing' } })
    ).body
    const person = (
      await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.manager } })
    ).body
    await testApp.call(admin, people.updateUser, {
      params: { id: person.id },
      body: { version: person.version, equipmentTypeIds: [type.id] },
    })
    expect(
      (await testApp.call(admin, referenceLists.deleteEquipmentType, { params: { id: type.id } }))
        .status,
    ).toBe(200)
    expect(
      (await testApp.call(admin, people.getUser, { params: { id: person.id } })).body
        .equipmentTypeIds,
    ).toEqual([])
  })
})

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
    // A state a ticket stands in stays; the others may go, and new ones come between.
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
  it('hands its tickets to another, each to a state of the same category', async () => {
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

  it('has choices only where it is a choice', async () => {
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
  it('takes only values that fit, is found in use, and keeps the value it replaces', async () => {
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
  it('is still shown when one of its two statuses was put in the other’s place', async () => {
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
  it('brings equipment only to its own steps, keeps its statuses, and is told with them', async () => {
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
    // Another in a step's place, even one that is a step already, leaves no step twice.
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
  it('tells which procedures a status stands in the rules of', async () => {
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

describe('inventory', () => {
  it('is offered with the procedures it belongs to, and with all where it names none', async () => {
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

it('who may not keep the words may read them, and no more', async () => {
  const staff = await testApp.signIn('staff')
  for (const { base } of every) {
    expect((await testApp.raw(staff, 'POST', `${base}/get`, {})).status, base).toBe(200)
    expect((await testApp.raw(staff, 'POST', `${base}/1/uses`, {})).status, base).toBe(403)
    expect(
      (await testApp.raw(staff, 'DELETE', urlOf(`${base}/{id}`, { id: 1 }))).status,
      base,
    ).toBe(403)
  }
})
