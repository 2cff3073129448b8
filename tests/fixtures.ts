/**
 * One of everything in a company, made through the API as a person would; `mark` stands in every
 * name.
 */
import { contract } from '#contract/index'
import type { IdKind } from '#contract/ids'
import type { SurveyQuestion } from '#contract/survey'
import {
  alert as alertTable,
  alertRecipient,
  occurrence as occurrenceTable,
  sensorReading,
} from '../server/db/schema/index.ts'
import { asSystem } from '../server/kernel/transaction.ts'
import { blankQuestion } from './blankQuestion.ts'
import { drawVenue, surveyVenue } from './drawVenue.ts'
import type { Company, TestApp } from './testApp.ts'

export type Fixtures = Partial<Record<IdKind, number>> & {
  procedureVersion: number
  questions: SurveyQuestion[]
}

const question = (
  id: number,
  facts: Partial<SurveyQuestion> & Pick<SurveyQuestion, 'kind' | 'title'>,
): SurveyQuestion => ({
  id,
  ...blankQuestion,
  required: false,
  ...facts,
})

export const yesNo = (id: number, title: string): SurveyQuestion =>
  question(id, {
    kind: 'singleChoice',
    title,
    required: true,
    answers: [
      { id: id * 10, title: 'Yes', score: 10 },
      { id: id * 10 - 1, title: 'No', score: 0 },
    ],
  })

/**
 * Names that rights decide on carry `mark`; what every member may read carries `word`, types
 * `type`.
 */
export async function createFixtures(
  testApp: TestApp,
  company: Company,
  token: string,
  mark: string,
  { word = mark, type: kind = mark, radio = '01' } = {},
): Promise<Fixtures> {
  const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`Furnishing failed with ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const { referenceLists, locations, equipment, procedures, tickets, procedureLogs } = contract
  const equipmentType = await ok(
    testApp.call(token, referenceLists.createEquipmentType, { body: { name: `${kind} pump` } }),
  )
  const equipmentStatus = await ok(
    testApp.call(token, referenceLists.createEquipmentStatus, {
      body: { name: `${word} in use`, colour: 'blue', isUsable: true },
    }),
  )
  const locationType = await ok(
    testApp.call(token, referenceLists.createLocationType, { body: { name: `${kind} room` } }),
  )
  const tag = await ok(
    testApp.call(token, referenceLists.createTag, {
      body: { name: `${word} critical`, colour: 'red' },
    }),
  )
  const procedureType = await ok(
    testApp.call(token, referenceLists.createProcedureType, {
      body: { name: `${kind} round`, isTracer: false },
    }),
  )
  const location = await ok(
    testApp.call(token, locations.createLocation, {
      body: { name: `${mark} building`, code: `${mark}-A`, typeId: locationType.id },
    }),
  )
  const room = await ok(
    testApp.call(token, locations.createLocation, {
      body: {
        name: `${mark} inner room`,
        code: `${mark}-A1`,
        typeId: locationType.id,
        parentId: location.id,
      },
    }),
  )
  const secondStatus = await ok(
    testApp.call(token, referenceLists.createEquipmentStatus, {
      body: { name: `${word} in repair`, colour: 'orange', isUsable: false },
    }),
  )
  const thing = await ok(
    testApp.call(token, equipment.createEquipment, {
      body: {
        name: `${mark} pump 1`,
        equipmentId: `${mark}-1`,
        typeId: equipmentType.id,
        statusId: equipmentStatus.id,
        locationId: room.id,
        tagIds: [tag.id],
      },
    }),
  )
  const type = await ok(
    testApp.call(token, tickets.createTicketType, {
      body: {
        name: `${word} repair`,
        colour: 'red',
        states: [
          { id: null, name: `${word} new`, category: 'open', colour: 'blue', next: null },
          { id: null, name: `${word} done`, category: 'closed', colour: 'green', next: null },
        ],
      },
    }),
  )
  const made = await ok(
    testApp.call(token, procedures.createProcedure, {
      body: {
        name: `${mark} check`,
        typeId: procedureType.id,
        target: 'either',
        questions: [yesNo(-1, `${mark} clean?`), yesNo(-2, `${mark} sealed?`)],
      },
    }),
  )
  const withRule = await ok(
    testApp.call(token, procedures.updateProcedure, {
      params: { id: made.id },
      body: {
        version: made.version,
        triggeredEvents: [
          {
            id: null,
            name: `${mark} rule`,
            event: { kind: 'procedureDone' },
            filters: [{ kind: 'score', operator: 'lessThan', value: 60 }],
            actions: [{ kind: 'openTicket', ticketTypeId: type.id, title: null, assign: null }],
            isActive: true,
            validFrom: null,
            validTo: null,
          },
        ],
      },
    }),
  )
  const role = await ok(
    testApp.call(token, contract.people.createRole, {
      body: { name: `${word} auditor`, permissions: ['viewer|journal'] },
    }),
  )
  const { referenceData } = contract
  const metadataField = await ok(
    testApp.call(token, referenceData.createMetadataField, {
      body: {
        name: `${word} warranty`,
        dataType: 'text',
        choices: [],
        unit: null,
        equipmentTypeIds: [equipmentType.id],
      },
    }),
  )
  const apiHook = await ok(
    testApp.call(token, referenceData.createApiHook, {
      body: {
        name: `${word} hook`,
        url: 'https://hooks.sample.test/in',
        method: 'POST',
        isActive: true,
        secret: `${word} a secret of its own`,
      },
    }),
  )
  const assignRule = await ok(
    testApp.call(token, referenceData.createAssignRule, {
      body: {
        name: `${word} nearest`,
        instruction: `${word} choose the nearest`,
        userIds: [company.users.staff],
        roleIds: [role.id],
        isActive: true,
      },
    }),
  )
  const progressMap = await ok(
    testApp.call(token, referenceData.createProgressMap, {
      body: {
        name: `${word} steps`,
        statusIds: [equipmentStatus.id, secondStatus.id],
        equipmentTypeIds: [],
      },
    }),
  )
  const fellowType = await ok(
    testApp.call(token, contract.fellows.createFellowType, {
      body: {
        name: `${word} rack`,
        ownerTypeIds: [equipmentType.id],
        fellowTypeIds: [equipmentType.id],
        maximum: 2,
        statusFollows: false,
      },
    }),
  )
  const orgEntity = await ok(
    testApp.call(token, contract.orgEntities.createOrgEntity, {
      body: {
        name: `${word} ward services`,
        code: `${word}-100`,
        kind: 'department',
        parentId: null,
        userIds: [company.users.staff],
      },
    }),
  )
  const equipmentFile = await ok(
    testApp.call(token, contract.equipmentFiles.addEquipmentLink, {
      body: {
        equipmentId: thing.id,
        kind: 'manual',
        name: `${mark} manual`,
        url: `https://manuals.test/${mark}`,
      },
    }),
  )
  const inventoryItem = await ok(
    testApp.call(token, referenceData.createInventoryItem, {
      body: {
        name: `${word} gloves`,
        unit: 'pair',
        category: `${word} consumables`,
        hasDoses: false,
        procedureIds: [made.id],
      },
    }),
  )
  const stocked = await ok(
    testApp.call(token, contract.inventory.receiveStock, {
      body: {
        itemId: inventoryItem.id,
        locationId: room.id,
        amount: 12,
        lot: `${mark} lot`,
        expiresOn: '2027-06-01',
        reason: `${mark} delivery`,
      },
    }),
  )
  const { lots: stockLots } = await ok(
    testApp.call(token, contract.inventory.getStock, { params: { id: stocked.stock.id } }),
  )
  const validationType = await ok(
    testApp.call(token, referenceData.createValidationType, {
      body: {
        name: `${word} serial`,
        dataType: 'text',
        minimum: null,
        maximum: null,
        pattern: '[A-Z]{2}\\d+',
        hint: null,
      },
    }),
  )
  const rrule = await ok(
    testApp.call(token, contract.rrules.createRrule, {
      body: {
        name: `${mark} daily`,
        procedureId: made.id,
        rruleData: { equipmentIds: [thing.id] },
        objects: 'equipment',
        kind: 'specific',
        rule: 'FREQ=DAILY',
        every: null,
        restartAfter: null,
        repeatCount: null,
        start: '2026-11-01T08:00',
        end: null,
        deadline: { kind: 'endOfDay' },
        reminder: null,
        onHoliday: 'keep',
        onNonWorkingDay: 'keep',
        whenOverdue: 'keepOpen',
        userIds: [company.users.staff],
        roleIds: [role.id],
        isActive: true,
      },
    }),
  )
  const occurrence = await asSystem(testApp.pool, async (db) => {
    const at = testApp.clock.now()
    const [row] = await db
      .insert(occurrenceTable)
      .values({
        companyId: company.id,
        rruleId: rrule.id,
        procedureId: made.id,
        equipmentId: thing.id,
        plannedAt: at,
        at,
        state: 'due',
      })
      .returning()
    return row?.id ?? 0
  })
  const dashboardCategory = await ok(
    testApp.call(token, contract.dashboardItems.createDashboardCategory, {
      body: { name: `${word} safety` },
    }),
  )
  const filters = [{ equipmentIds: [thing.id] }]
  const dashboardItem = await ok(
    testApp.call(token, contract.dashboardItems.createDashboardItem, {
      body: {
        name: `${word} score`,
        dashboardCategoryId: dashboardCategory.id,
        type: 'averageScore',
        range: 'YEAR',
        data: { filters },
      },
    }),
  )
  const dashboard = await ok(
    testApp.call(token, contract.dashboards.createDashboard, {
      body: {
        name: `${word} board`,
        isFiltered: true,
        isRestrictedEquipment: false,
        isRestrictedProcedures: false,
        equipmentTypes: [equipmentType.id],
        procedureTypes: [procedureType.id],
        locationTypes: [locationType.id],
        data: {
          chapters: [
            {
              title: `${word} chapter`,
              items: [
                {
                  id: dashboardItem.id,
                  name: dashboardItem.name,
                  showHistory: true,
                  width: 6,
                  data: { filters },
                },
              ],
            },
          ],
        },
      },
    }),
  )
  await ok(
    testApp.call(token, contract.dashboards.addDashboardRoles, {
      params: { dashboardId: dashboard.id },
      body: { data: [role.id] },
    }),
  )
  await ok(
    testApp.call(token, contract.dashboards.addDashboardUsers, {
      params: { dashboardId: dashboard.id },
      body: { data: [company.users.staff] },
    }),
  )
  const dynamicDashboard = await ok(
    testApp.call(token, contract.dynamicDashboards.createDynamicDashboard, {
      body: {
        title: `${word} free board`,
        icon: 'gauge',
        structure: {
          widgets: [
            {
              id: 'w1',
              kind: 'barChart',
              title: `${word} bars`,
              icon: 'chart',
              info: '',
              width: 6,
              height: 2,
              dataSource: {
                measure: 'averageScore',
                range: 'YEAR',
                filter: { equipmentIds: [thing.id] },
                groupBy: 'procedure',
                compare: true,
              },
            },
          ],
        },
      },
    }),
  )
  const { devices, rtls } = contract
  const gatewayType = await ok(
    testApp.call(token, devices.createGatewayType, {
      body: { name: `${word} G1`, format: 'minew' },
    }),
  )
  const apiKey = await ok(
    testApp.call(token, devices.createApiKey, {
      body: {
        name: `${word} key`,
        ips: [],
        expirationDate: null,
        isActive: true,
        monthLimit: null,
      },
    }),
  )
  const number = String(company.id).padStart(2, '0')
  const beacon = await ok(
    testApp.call(token, rtls.createBeacon, {
      body: { mac: `AC:23:3F:A0:${number}:${radio}`, equipmentId: thing.id, measuredPower: -59 },
    }),
  )
  const {
    building,
    floor,
    room: drawnRoom,
    quarantine,
    venueImport,
    floorVersion,
  } = await drawVenue(testApp, company, apiKey.id, word)
  const { surveyPoint, radioCalibration } = await surveyVenue(
    testApp,
    company,
    { floor, equipment: thing.id },
    word,
  )
  const hook = await ok(
    testApp.call(token, equipment.createEquipment, {
      body: { name: `${mark} radio`, typeId: equipmentType.id },
    }),
  )
  const gateway = await ok(
    testApp.call(token, devices.createGateway, {
      body: {
        mac: `AC:23:3F:C0:${number}:${radio}`,
        typeId: gatewayType.id,
        equipmentId: hook.id,
        correction: 0,
        isActive: true,
      },
    }),
  )
  await ok(
    testApp.call(token, rtls.placeEquipment, {
      params: { equipmentId: hook.id },
      body: { floorId: floor, longitude: 14.0001, latitude: 50.0001 },
    }),
  )
  const { sensors } = contract
  const sensorType = await ok(
    testApp.call(token, sensors.createSensorType, {
      body: {
        name: `${word} probe`,
        metric: 'temperature',
        unit: '°C',
        minimum: -40,
        maximum: 85,
        step: 0.1,
        everyMinutes: 10,
      },
    }),
  )
  const sensor = await ok(
    testApp.call(token, sensors.createSensor, {
      body: {
        name: `${mark} probe`,
        typeId: sensorType.id,
        deviceId: `${mark}-probe`,
        equipmentId: thing.id,
        locationId: null,
        offset: 0,
        lowerLimit: 2,
        upperLimit: 8,
        limitMinutes: 10,
        isActive: true,
      },
    }),
  )
  await asSystem(testApp.pool, async (db) => {
    await db
      .insert(sensorReading)
      .values({ companyId: company.id, sensorId: sensor.id, at: testApp.clock.now(), value: 4.5 })
  })
  const ticket = await ok(
    testApp.call(token, tickets.openTicket, {
      body: { title: `${mark} leak`, ticketTypeId: type.id, equipmentId: thing.id },
    }),
  )
  await ok(
    testApp.call(token, tickets.commentTicket, {
      params: { id: ticket.id },
      body: { text: `${mark} comment` },
    }),
  )
  const first = withRule.questions[0]
  const second = withRule.questions[1]
  const log = await ok(
    testApp.call(token, procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: made.id,
        procedureVersion: withRule.version,
        equipmentId: thing.id,
        locationId: null,
        startedAt: '2026-11-20T08:55:00Z',
        answers: [
          {
            kind: 'singleChoice',
            questionId: first?.id ?? 0,
            answerId: first?.answers[0]?.id ?? 0,
          },
          {
            kind: 'singleChoice',
            questionId: second?.id ?? 0,
            answerId: second?.answers[0]?.id ?? 0,
          },
        ],
      },
    }),
  )
  const alert = await asSystem(testApp.pool, async (db) => {
    const [row] = await db
      .insert(alertTable)
      .values({
        companyId: company.id,
        at: testApp.clock.now(),
        kind: 'automation',
        level: 'info',
        text: `${mark} told`,
        equipmentId: thing.id,
        procedureLogId: log.id,
      })
      .returning()
    await db.insert(alertRecipient).values({
      companyId: company.id,
      alertId: row?.id ?? (0 as never),
      userId: company.users.administrator,
    })
    return row?.id ?? 0
  })
  const delivery = await ok(
    testApp.call(token, contract.hooks.testApiHook, {
      params: { id: apiHook.id },
      body: { procedureLogId: log.id },
    }),
  )
  await testApp.app.outbox.drain()
  const runs = await ok(
    testApp.call(token, contract.automations.listAutomationRuns, {
      body: { procedureLogId: log.id },
    }),
  )
  const file = (await ok(
    testApp.upload(token, '/api/files', `${mark}.png`, 'not really a picture', 'image/png'),
  )) as { id: number }
  const job = (await ok(
    testApp.upload(
      token,
      '/api/imports?kind=locations',
      `${mark}.csv`,
      `code,name,type\n${mark}-9,${mark} nine,${kind} room\n`,
    ),
  )) as { id: number }
  // It has the status already, so that nothing is changed.
  const batch = await ok(
    testApp.call(token, contract.statusBatches.startStatusBatch, {
      body: { which: { equipmentIds: [thing.id] }, statusId: equipmentStatus.id },
    }),
  )
  return {
    alert,
    hookDelivery: delivery.id,
    automationRun: runs.rows[0]?.id ?? 0,
    sensor: sensor.id,
    sensorType: sensorType.id,
    dynamicDashboard: dynamicDashboard.id,
    dashboard: dashboard.id,
    dashboardItem: dashboardItem.id,
    dashboardCategory: dashboardCategory.id,
    venueImport,
    building,
    floor,
    floorVersion,
    surveyPoint,
    radioCalibration,
    room: drawnRoom,
    quarantine,
    gatewayType: gatewayType.id,
    gateway: gateway.id,
    beacon: beacon.id,
    apiKey: apiKey.id,
    rrule: rrule.id,
    occurrence,
    metadataField: metadataField.id,
    apiHook: apiHook.id,
    assignRule: assignRule.id,
    inventoryItem: inventoryItem.id,
    stock: stocked.stock.id,
    stockLot: stockLots[0]?.id ?? 0,
    stockMovement: stocked.movementId,
    validationType: validationType.id,
    progressMap: progressMap.id,
    fellowType: fellowType.id,
    equipmentFile: equipmentFile.id,
    orgEntity: orgEntity.id,
    role: role.id,
    company: company.id,
    user: company.users.staff,
    equipment: thing.id,
    equipmentType: equipmentType.id,
    equipmentStatus: equipmentStatus.id,
    location: room.id,
    locationType: locationType.id,
    tag: tag.id,
    procedure: made.id,
    procedureType: procedureType.id,
    procedureLog: log.id,
    surveyQuestion: first?.id ?? 0,
    surveyAnswer: first?.answers[0]?.id ?? 0,
    automation: withRule.triggeredEvents[0]?.id ?? 0,
    ticket: ticket.id,
    ticketType: type.id,
    ticketState: type.states[0]?.id ?? 0,
    file: file.id,
    import: job.id,
    statusBatch: batch.id,
    procedureVersion: withRule.version,
    questions: withRule.questions,
  }
}
