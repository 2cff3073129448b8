import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { urlOf, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
const { referenceLists, equipment, people, automations, procedures, referenceData, journal } =
  contract

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const every = Object.values(contract)
  .flatMap((domain) => Object.entries(domain as Record<string, Endpoint>))
  .filter(([name]) => /^replace[A-Z]/.test(name))
  .map(([name, endpoint]) => ({
    referenceList: name.slice('replace'.length),
    base: endpoint.path.replace('/{id}/replace', ''),
  }))

describe.each(every)('the reference list of $referenceList', ({ referenceList, base }) => {
  const kind = referenceList.charAt(0).toLowerCase() + referenceList.slice(1)
  const one = () => (own as unknown as Record<string, number>)[kind] ?? 0

  it('lists its entries with their uses, and says where', async () => {
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
  it('replaces no entry by itself, nor by another company’s', async () => {
    expect(
      (await testApp.raw(admin, 'POST', `${base}/${one()}/replace`, { by: one() })).status,
    ).toBe(400)
    expect(
      (await testApp.raw(admin, 'POST', `${base}/${one()}/replace`, { by: 2_147_483_647 })).status,
    ).toBe(404)
  })
})

it('the reference lists are as many as the plan has', () => {
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
    'MeterType',
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

it('the lists of AI agent rules and hooks show their use by automations', async () => {
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

describe('the types that a user may choose', () => {
  it('are one’s own only, for managers of types too', async () => {
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
  it('cannot be deleted, and says how many use it', async () => {
    const answer = await testApp.call(admin, referenceLists.deleteEquipmentType, {
      params: { id: own.equipmentType ?? 0 },
    })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ errors: [{ code: 'inUse', message: '4' }] })
  })
  it('is replaced everywhere at once: equipment, permitted types, rules, and deleted objects', async () => {
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
    await testApp.call(admin, equipment.deleteEquipment, { params: { id: kept.id } })
    expect(
      (await testApp.call(admin, referenceLists.deleteEquipmentType, { params: { id: good.id } }))
        .body,
    ).toMatchObject({ errors: [{ code: 'heldByDeleted' }] })
  })
  it('that is only permitted can be deleted, and leaves no trace with the people', async () => {
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

it('a user who may not manage reference lists may read them, and no more', async () => {
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
