// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }
/**
 * One change of every kind of thing in a real house, drawn as its history: words before and after,
 * and nothing of the wire.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Endpoint, Input } from '#contract/endpoint'
import { contract } from '#contract/index'
import { journalEntities, type JournalEntry } from '#contract/journal'
import { Change } from '../src/entities/journal/Change.tsx'
import { Journal } from '../src/entities/journal/Journal.tsx'
import { languages } from '../src/lib/i18n/languages.ts'
import { draw } from './drawing.tsx'
import { isLongForm } from './longForm.ts'
import { openWorld, type World } from './world.ts'

let world: World
let token: string
let entries: JournalEntry[]

beforeAll(async () => {
  world = await openWorld()
  token = await world.testApp.signIn('administrator')
  await changeEverything()
  const answer = await world.testApp.call(token, contract.journal.listJournal, {
    body: { limit: 500 },
  })
  entries = answer.body.rows
})
afterAll(() => world.close())
afterEach(cleanup)

async function ok<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const { status, body } = await world.testApp.call(token, endpoint, input)
  if (status !== 200) throw new Error(`${endpoint.summary}: ${status} ${JSON.stringify(body)}`)
  return body
}

const of = (id: number | undefined) => ({ params: { id: id ?? 0 } })

/** Every field that the page lets a person change, changed once. */
async function changeEverything(): Promise<void> {
  const { fixtures: own, testApp } = world
  const {
    referenceLists,
    referenceData,
    equipment,
    locations,
    people,
    tickets,
    devices,
    rtls,
    rrules,
    sensors,
    companies,
    zones,
  } = contract
  const spare = await ok(referenceLists.createEquipmentType, { body: { name: 'Spare type' } })
  const due = await ok(referenceData.createMetadataField, {
    body: {
      name: 'Next calibration',
      dataType: 'date',
      choices: [],
      unit: null,
      equipmentTypeIds: [],
    },
  })
  const safe = await ok(referenceData.createMetadataField, {
    body: { name: 'Is safe', dataType: 'boolean', choices: [], unit: null, equipmentTypeIds: [] },
  })

  const metadata = [
    { fieldId: due.id, value: '2027-03-01' },
    { fieldId: safe.id, value: true },
    { fieldId: own.metadataField ?? 0, value: 'two years' },
  ]
  await ok(equipment.updateEquipment, {
    ...of(own.equipment),
    body: {
      version: 1,
      metadata,
      details: [{ key: 'Serial', value: 'S-1' }],
      isStatic: true,
      locationId: null,
      locationText: 'By the door',
      tagIds: [],
      statusId: null,
      typeId: spare.id,
    },
  })
  await ok(equipment.updateEquipment, {
    ...of(own.equipment),
    body: {
      version: 2,
      metadata: [{ fieldId: due.id, value: '2028-03-01' }],
      details: [
        { key: 'Serial', value: 'S-2' },
        { key: 'Colour', value: 'grey' },
      ],
    },
  })
  await ok(locations.updateLocation, {
    ...of(own.location),
    body: {
      version: 1,
      latitude: 50.1,
      longitude: 14.2,
      timezone: 'Europe/Prague',
      details: [{ key: 'Beds', value: '4' }],
      parentId: null,
      code: 'B-7',
    },
  })
  await changeProcedure()
  const { version: ticketVersion } = await ok(tickets.getTicket, of(own.ticket))
  await ok(tickets.editTicket, {
    ...of(own.ticket),
    body: { version: ticketVersion, title: 'Leaks again', description: 'By the valve' },
  })
  await ok(tickets.assignTicket, {
    ...of(own.ticket),
    body: { version: ticketVersion + 1, assigneeId: testApp.here.users.technician },
  })

  await ok(referenceLists.updateEquipmentStatus, {
    ...of(own.equipmentStatus),
    body: { version: 1, colour: 'purple', isUsable: false, isInUse: false },
  })
  await ok(referenceLists.updateEquipmentType, {
    ...of(own.equipmentType),
    body: { version: 1, name: 'Other pump' },
  })
  await ok(referenceLists.updateLocationType, {
    ...of(own.locationType),
    body: { version: 1, name: 'Other room' },
  })
  await ok(referenceLists.updateProcedureType, {
    ...of(own.procedureType),
    body: { version: 1, isTracer: true },
  })
  await ok(referenceLists.updateTag, { ...of(own.tag), body: { version: 1, colour: 'green' } })
  const type = (await ok(tickets.listTicketTypes, { body: { limit: 1 } })).rows[0]
  await ok(tickets.updateTicketType, {
    ...of(type?.id),
    body: {
      version: type?.version ?? 0,
      colour: 'pink',
      states: [
        ...(type?.states ?? []),
        { id: null, name: 'Waiting', category: 'open', colour: 'blue', next: null },
      ],
    },
  })
  await ok(referenceData.updateMetadataField, {
    ...of(own.metadataField),
    body: {
      version: 1,
      dataType: 'choice',
      choices: ['yes', 'no'],
      unit: 'years',
      equipmentTypeIds: [spare.id],
    },
  })
  await ok(referenceData.updateApiHook, {
    ...of(own.apiHook),
    body: { version: 1, url: 'https://hooks.sample.test/other', method: 'PUT', isActive: false },
  })
  await ok(referenceData.makeApiHookSecret, of(own.apiHook))
  await ok(referenceData.updateAssignRule, {
    ...of(own.assignRule),
    body: {
      version: 1,
      instruction: 'Whoever is near',
      userIds: [testApp.here.users.technician],
      roleIds: [],
      isActive: false,
    },
  })
  await ok(referenceData.updateInventoryItem, {
    ...of(own.inventoryItem),
    body: { version: 1, unit: 'box', category: 'Dressings', hasDoses: true, procedureIds: [] },
  })
  await ok(contract.inventory.keepStock, {
    body: {
      itemId: own.inventoryItem ?? 0,
      locationId: own.location ?? 0,
      minimum: 20,
    },
  })
  await ok(referenceData.updateValidationType, {
    ...of(own.validationType),
    body: {
      version: 1,
      dataType: 'number',
      minimum: 1,
      maximum: 9,
      pattern: null,
      hint: 'One to nine',
    },
  })
  await ok(referenceData.updateProgressMap, {
    ...of(own.progressMap),
    body: {
      version: 1,
      statusIds: (
        await ok(referenceLists.listEquipmentStatuses, { body: { limit: 9, sort: '-name' } })
      ).rows.map(({ id }) => id),
      equipmentTypeIds: [spare.id],
    },
  })

  await ok(contract.fellows.updateFellowType, {
    ...of(own.fellowType),
    body: {
      version: 1,
      ownerTypeIds: [spare.id],
      fellowTypeIds: [spare.id],
      maximum: 3,
      statusFollows: true,
    },
  })

  const spareOrg = await ok(contract.orgEntities.createOrgEntity, {
    body: { name: 'Spare', code: 'SP-1', kind: 'contractor', parentId: null, userIds: [] },
  })
  await ok(contract.orgEntities.updateOrgEntity, {
    ...of(own.orgEntity),
    body: {
      version: 1,
      name: 'Changed services',
      code: 'CH-1',
      kind: 'costCentre',
      parentId: spareOrg.id,
      userIds: [],
    },
  })

  await ok(people.updateRole, {
    ...of(own.role),
    body: { version: 1, permissions: ['editor|equipment', 'viewer|reports'] },
  })
  await ok(people.updateUser, {
    ...of(testApp.here.users.staff),
    body: {
      version: 1,
      firstName: 'Ada',
      language: 'cs',
      allEquipment: false,
      equipmentTypeIds: [spare.id],
      allLocations: false,
      locationTypeIds: [own.locationType ?? 0],
      allProcedures: false,
      procedureTypeIds: [own.procedureType ?? 0],
      availability: { kind: 'unlimited' },
    },
  })
  const settings = await ok(companies.getCompany, {})
  await ok(companies.updateCompany, {
    body: {
      version: settings.version,
      timezone: 'Europe/Prague',
      language: 'sk',
      weekStart: 1,
      sessionHours: 9,
      textMessagesADay: 5,
      roomEquipmentTypeId: spare.id,
      roomEquipmentTypeWord: 'room',
      secondStepRoleIds: [own.role ?? 0],
      holidays: [{ date: '2026-12-24', name: 'Eve', yearly: true }],
      workingHours: [{ day: 1, from: '08:00', to: '16:30' }],
      shifts: [{ name: 'Early', days: [1, 2], from: '06:00', to: '14:00' }],
    },
  })
  await ok(rtls.updateTrackingSettings, { body: { historyDays: 30, exponent: 3, version: 1 } })

  const rule = await ok(rrules.getRrule, of(own.rrule))
  const {
    id: _id,
    procedure: _procedure,
    objectCount: _objects,
    openCount: _open,
    lateCount: _late,
    nextAt: _next,
    createdAt: _made,
    updatedAt: _changed,
    version,
    ...draft
  } = rule
  await ok(rrules.updateRrule, {
    ...of(own.rrule),
    body: {
      ...draft,
      version,
      rule: 'FREQ=WEEKLY;BYDAY=MO',
      start: '2026-12-01T09:30',
      end: '2027-12-01',
      deadline: { kind: 'custom', amount: 2, unit: 'days' },
      reminder: { from: 'afterStart', amount: 3, unit: 'hours' },
      onHoliday: 'skip',
      onNonWorkingDay: 'skip',
      whenOverdue: 'close',
      userIds: [],
      roleIds: [],
      rruleData: { equipmentTypeIds: [spare.id] },
      isActive: false,
      repeatCount: 4,
    },
  })
  // The same again, with the keys of its JSON in another order than the database gives them back.
  await ok(rrules.updateRrule, {
    ...of(own.rrule),
    body: {
      ...draft,
      version: version + 1,
      name: 'Only the name',
      rule: 'FREQ=WEEKLY;BYDAY=MO',
      start: '2026-12-01T09:30',
      end: '2027-12-01',
      deadline: { unit: 'days', amount: 2, kind: 'custom' },
      reminder: { unit: 'hours', amount: 3, from: 'afterStart' },
      onHoliday: 'skip',
      onNonWorkingDay: 'skip',
      whenOverdue: 'close',
      userIds: [],
      roleIds: [],
      rruleData: { equipmentTypeIds: [spare.id] },
      isActive: false,
      repeatCount: 4,
    },
  })
  await ok(rrules.updateRrule, {
    ...of(own.rrule),
    body: {
      ...draft,
      version: version + 2,
      kind: 'rolling',
      rule: null,
      every: { amount: 3, unit: 'weeks' },
      restartAfter: { amount: 1, unit: 'days' },
    },
  })

  await changeNumbers(spare.id)
  await ok(devices.updateGatewayType, {
    ...of(own.gatewayType),
    body: { version: 1, format: 'plantroom' },
  })
  await ok(devices.updateGateway, {
    ...of(own.gateway),
    body: { version: 1, correction: 2.5, isActive: false, mac: 'AC:23:3F:C0:99:99' },
  })
  const watched = {
    name: 'Left the ward',
    kind: 'left' as const,
    locationId: own.location ?? 0,
    equipmentTypeId: null,
    minimum: 1,
    minutes: 5,
    isActive: true,
  }
  const told = await ok(zones.createZoneRule, { body: watched })
  await ok(zones.updateZoneRule, {
    ...of(told.id),
    body: { ...watched, name: 'Left the building', minutes: 10, isActive: false, version: 1 },
  })
  const drawn = {
    floorId: own.floor ?? 0,
    name: 'Bed parking',
    colour: 'blue' as const,
    corners: [
      [14.0001, 50.0001],
      [14.0002, 50.0001],
      [14.0002, 50.0002],
    ] as [number, number][],
  }
  const area = await ok(zones.createArea, { body: drawn })
  await ok(zones.updateArea, {
    ...of(area.id),
    body: {
      ...drawn,
      name: 'Trolleys',
      colour: 'red',
      corners: [...drawn.corners, [14.0001, 50.0002]],
      version: area.version,
    },
  })
  await ok(sensors.updateSensorType, {
    ...of(own.sensorType),
    body: {
      version: 1,
      name: 'Finer probe',
      unit: '°F',
      minimum: -20,
      maximum: 70,
      step: 0.2,
      everyMinutes: 20,
    },
  })
  await ok(sensors.updateSensor, {
    ...of(own.sensor),
    body: {
      version: 1,
      name: 'Probe',
      deviceId: 'OTHER-DEVICE',
      equipmentId: null,
      locationId: own.location as never,
      offset: 0.5,
      lowerLimit: 1,
      upperLimit: null,
      limitMinutes: 30,
      isActive: false,
    },
  })
  await ok(devices.updateApiKey, {
    ...of(own.apiKey),
    body: {
      version: 1,
      name: 'Key',
      ips: ['10.1.0.0/16'],
      expirationDate: '2027-12-31',
      isActive: false,
      monthLimit: 1000,
    },
  })
  await ok(rtls.updateBeacon, {
    ...of(own.beacon),
    body: { version: 1, equipmentId: null, measuredPower: -61, mac: 'AC:23:3F:A0:99:99' },
  })
  await ok(rtls.renameBuilding, {
    ...of(own.building),
    body: { name: 'Other house', locationId: own.location ?? 0 },
  })
  await ok(rtls.placeEquipment, {
    params: { equipmentId: own.equipment ?? 0 },
    body: { floorId: own.floor ?? 0, longitude: 14.0001, latitude: 50.0001 },
  })
  // Goes from under the automation that names it, which is then under review.
  await ok(referenceData.deleteApiHook, of(own.apiHook))
}

async function changeProcedure(): Promise<void> {
  const { fixtures: own, testApp } = world
  const { procedures } = contract
  const before = await ok(procedures.getProcedure, of(own.procedure))
  const [first, second] = before.questions
  if (!first || !second) throw new Error('No questions')
  const questions = [
    {
      ...second,
      required: false,
      answers: second.answers.map((answer) => ({ ...answer, score: answer.score + 5 })),
    },
    {
      ...first,
      id: -1,
      answers: first.answers.map((answer, index) => ({ ...answer, id: -2 - index })),
      title: 'Dry?',
    },
  ]
  const changed = await ok(procedures.updateProcedure, {
    ...of(own.procedure),
    body: { version: before.version, description: 'Every week', target: 'equipment', questions },
  })
  const old = changed.triggeredEvents[0]
  if (!old) throw new Error('No automation')
  const { id, name, event } = old
  const toWhom = {
    userIds: [testApp.here.users.technician],
    roleIds: [own.role ?? 0],
    available: true,
    followers: true,
    opener: false,
    assignee: false,
  }
  await ok(procedures.updateProcedure, {
    ...of(own.procedure),
    body: {
      version: changed.version,
      triggeredEvents: [
        {
          id,
          name,
          event,
          isActive: true,
          validFrom: '2026-12-01T00:00:00Z',
          validTo: '2027-12-01T00:00:00Z',
          filters: [
            {
              kind: 'objects',
              filter: { equipmentIds: [own.equipment ?? 0], tagIds: [own.tag ?? 0] },
            },
            { kind: 'score', operator: 'lessThan', value: 70 },
            { kind: 'time', days: [1, 2], from: '08:00', to: '16:00' },
            {
              kind: 'answer',
              questionId: second.id,
              operator: 'isAnyOf',
              answerIds: [second.answers[0]?.id ?? 0],
              value: null,
              to: null,
            },
            {
              kind: 'inventory',
              itemId: own.inventoryItem ?? 0,
              operator: 'greaterOrEqual',
              value: 3,
              to: null,
            },
            { kind: 'discardedDoses', itemId: null },
            { kind: 'performer', userIds: [testApp.here.users.staff], roleIds: [] },
          ],
          actions: [
            {
              kind: 'openTicket',
              ticketTypeId: own.ticketType ?? 0,
              title: 'Look',
              assign: { by: 'user', userId: testApp.here.users.technician },
            },
            {
              kind: 'assignTicket',
              ticketTypeId: null,
              assign: { by: 'rule', ruleId: own.assignRule ?? 0 },
            },
            { kind: 'closeTickets', ticketTypeIds: [own.ticketType ?? 0] },
            {
              kind: 'setAvailability',
              who: { by: 'performer' },
              availability: { kind: 'hours', hours: 3 },
            },
            { kind: 'changeStatus', statusId: own.equipmentStatus ?? 0 },
            {
              kind: 'sendAlert',
              channels: ['email'],
              level: 'warning',
              text: 'Mind it',
              onlyWhoSeeEquipment: true,
              onlyWhoSeeLocation: true,
              recipients: toWhom,
            },
            {
              kind: 'scheduleProcedure',
              procedureId: own.procedure ?? 0,
              times: 2,
              within: { by: 'days', days: 4 },
            },
            { kind: 'removeScheduled', procedureId: own.procedure ?? 0 },
            { kind: 'updateMetadata', fieldId: own.metadataField ?? 0, change: { do: 'remove' } },
            { kind: 'invokeHook', hookId: own.apiHook ?? 0 },
          ],
        },
      ],
    } as never,
  }) // ids of the fixtures are plain numbers
}

async function changeNumbers(typeId: number): Promise<void> {
  const { fixtures: own } = world
  const { dashboards, dashboardItems, dynamicDashboards } = contract
  const filters = [{ equipmentTypeIds: [typeId] }]
  await ok(dashboardItems.updateDashboardItem, {
    ...of(own.dashboardItem),
    body: {
      version: 1,
      name: 'Card',
      dashboardCategoryId: null,
      type: 'scheduleDone',
      range: 'MONTH',
      data: { filters },
    } as never,
  })
  const board = await ok(dashboards.getDashboard, of(own.dashboard))
  await ok(dashboards.updateDashboard, {
    ...of(own.dashboard),
    body: {
      version: board.version,
      name: 'Board',
      isFiltered: false,
      isRestrictedEquipment: true,
      isRestrictedProcedures: true,
      equipmentTypes: [typeId],
      procedureTypes: [],
      locationTypes: [],
      data: { chapters: [{ title: 'Another', items: [] }] },
    } as never,
  })
  await ok(dashboards.removeDashboardUsers, {
    params: { dashboardId: own.dashboard ?? 0 },
    body: { data: [world.testApp.here.users.staff] },
  })
  const free = await ok(dynamicDashboards.getDynamicDashboard, of(own.dynamicDashboard))
  await ok(dynamicDashboards.updateDynamicDashboard, {
    ...of(own.dynamicDashboard),
    body: { version: free.version, title: 'Free', icon: 'heart', structure: { widgets: [] } },
  })
}

/**
 * Written by no screen of its own: an import is told where it fills, a performance is never
 * changed.
 */
const neverChanged = ['import', 'procedureLog']

it('walks every kind of thing that has a history', () => {
  const updatedEntities = new Set(
    entries.filter(({ change }) => change === 'updated').map(({ entity }) => entity),
  )
  expect(
    journalEntities.filter(
      (entity) => !updatedEntities.has(entity) && !neverChanged.includes(entity),
    ),
  ).toEqual([])
})

it('tells only what changed', () => {
  const rule = entries.find(
    ({ entity, entityName }) => entity === 'rrule' && entityName === 'Only the name',
  )
  expect(rule?.changes.map(({ field }) => field)).toEqual(['name'])
  for (const { entity, changes } of entries)
    for (const { field, before, after, isHidden } of changes)
      if (isHidden !== true) expect(before, `${entity}.${field}`).not.toEqual(after)
})

/**
 * What a person never reads: JSON, a rule's text, a permission's key, camel case, ids in place of
 * names.
 */
const ofTheWire =
  /\{"|\{\}|\{\w*[a-z]|\[object|undefined|FREQ=|BYDAY|\b\w+\|\w+\b|\b[a-z]+[A-Z]\w*|NaN|Kept in an older form/

/** With a space between what stands apart. */
const textOf = (node: Node): string =>
  node.nodeType === Node.TEXT_NODE
    ? (node.textContent ?? '')
    : [...node.childNodes].map(textOf).join(' ')

/** One of each direction; `journalLabels.test.ts` holds the labels of all six. */
const ofEachDirection = ['en', 'ar'] as const

it.each(isLongForm ? languages : ofEachDirection)(
  'has words for each of them in %s',
  async (language) => {
    const changes = entries.flatMap(({ entity, changes: all }) =>
      all.map((change) => ({ entity, change })),
    )
    const { container } = await draw(
      <dl>
        {changes.map((one, index) => (
          <Change key={String(index)} {...one} />
        ))}
      </dl>,
      {
        token,
        language,
        namespaces: [
          'entities',
          'automations',
          'schedules',
          'recurrence',
          'people',
          'management',
          'procedures',
          'dashboards',
          'dynamicDashboards',
          'company',
        ],
      },
    )
    await waitFor(() => expect(container.querySelectorAll('dl > div')).toHaveLength(changes.length))
    // what reads a schedule's rule comes when the first of them is shown
    await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).toBeNull())
    const faults = [...container.querySelectorAll('dl > div')].flatMap((row, index) => {
      const { entity, change } = changes[index] ?? { entity: 'company', change: { field: '' } }
      const label = row.querySelector('dt')?.textContent ?? ''
      return label.split(' · ')[0] === change.field || ofTheWire.test(textOf(row))
        ? [`${entity}.${change.field}: ${textOf(row)}`]
        : []
    })
    expect(faults).toEqual([])
  },
)

it('leads from a name to the thing, and from an entry to what it is about', async () => {
  const { container } = await draw(<Journal isPage />, {
    token,
    namespaces: ['entities', 'schedules', 'automations'],
  })
  await waitFor(() => expect(container.querySelectorAll('ol > li').length).toBeGreaterThan(5), {
    timeout: 30_000,
  }) // after everything this file has changed
  expect(
    [...container.querySelectorAll('li strong a')].map((link) => link.getAttribute('href')),
  ).toContain(`/rrule/${world.fixtures.rrule}`)
  expect([...container.querySelectorAll('dl a')].length).toBeGreaterThan(0)
})
