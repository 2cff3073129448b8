/**
 * What each right alone permits, compared with lists written by hand. Do not update a list to make
 * this pass: a call belongs to a right only if the right's label (`group` of
 * locales/en/people.json) names what the call does.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { permissionGroups, type PermissionGroup } from '#contract/people/permissions.ts'
import { eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { urlOf, type TestApp } from './testApp.ts'
import { sampleOf } from './samples.ts'

const listCalls = (...names: string[]): string =>
  names
    .flatMap((one) => [
      `create${one}`,
      `update${one}`,
      `delete${one}`,
      `list${one}Uses`,
      `replace${one}`,
    ])
    .join(' ')

const opens: Record<PermissionGroup, string> = {
  'editor|equipment': `createEquipment updateEquipment deleteEquipment
    bulkUpdateStatus restoreStatuses bulkUpdateProgress previewStatusBatch startStatusBatch
    listStatusBatchesAtWork getStatusBatch cancelStatusBatch undoStatusBatch
    addEquipmentFile correctDowntime planReplacement addEquipmentLink updateEquipmentFile removeEquipmentFile restoreEquipmentFile
    attachFellow scanFellow detachFellow
    addMeter deleteMeter updateMeterReading deleteMeterReading
    keepStock stopStock receiveStock correctStock discardStock moveStock undoStockMovement
    createBeacon updateBeacon deleteBeacon placeEquipment clearPlace setSimulator
    beginListening endListening removeSurveyPoint restoreSurveyPoint`,
  'editor|locations': `createLocation updateLocation deleteLocation renameBuilding deleteBuilding
    readVenueFiles getVenueImport getPlannedFloor correctVenueImport getModelEquipment applyVenueImport undoVenueImport
    getFloorPlan createFloorPlan updateFloorPlan deleteFloorPlan listFloorVersions restoreFloorVersion
    createArea updateArea deleteArea`,
  'editor|procedures': 'createProcedure deleteProcedure',
  'performer|procedures': 'submitProcedureLog addAddendum addMeterReading',
  'editor|schedules': 'createRrule updateRrule deleteRrule previewRrule closeOccurrence',
  'editor|automations': `listAutomations getAutomation createAutomation updateAutomation deleteAutomation
    retryAutomationRun backTestAutomation nameReferences
    getEventQueue retryEvents retryEvent dismissEvent
    listHookDeliveries getHookDelivery resendHookDelivery testApiHook makeApiHookSecret
    ${listCalls('ApiHook')}`,
  'editor|tickets': `changeTicketState assignTicket editTicket
    linkTicket unlinkTicket mergeTickets undoMerge settleOpenTickets
    previewTicketBatch changeTickets undoTicketBatch
    startWork pauseWork addWork correctWork confirmWork usePart undoPart`,
  'editor|duties': 'createDuty updateDuty deleteDuty rehearseDuty',
  'viewer|work': '',
  'viewer|costs': 'getTicketCosts addCost updateCost deleteCost getItemPrice setItemPrice',
  'editor|dashboards': `listDashboardItems getDashboardItem previewCard createDashboardItem
    updateDashboardItem deleteDashboardItem cloneDashboardItem listCardDraftDetails
    createDashboardCategory updateDashboardCategory deleteDashboardCategory
    createDashboard updateDashboard deleteDashboard
    listDashboardRoles addDashboardRoles removeDashboardRoles
    listDashboardUsers addDashboardUsers removeDashboardUsers checkDashboardShare
    getDynamicDashboardEditor previewWidget
    createDynamicDashboard updateDynamicDashboard deleteDynamicDashboard`,
  'viewer|reports': `getDistributions listDistributionRows getMetrics getMetricChanges listMetricSensors
    listReadings listMetricMarkers getCompanyFigures getBehind getVisitReport getReliability
    listDowntimes getTicketReport listTicketReportRows getReplacementPlan listReplacements`,
  'editor|devices': `${listCalls('GatewayType', 'SensorType')}
    createGateway updateGateway deleteGateway createSensor updateSensor deleteSensor
    getApiKeys listApiKeys listDeviceMeasurements createApiKey updateApiKey deleteApiKey
    getBroker listQuarantine clearQuarantine updateTrackingSettings
    getCalibration takeOverCalibration undoCalibration
    createZoneRule updateZoneRule deleteZoneRule previewZoneRule rehearseZoneRule`,
  'editor|management': listCalls(
    'EquipmentType',
    'EquipmentStatus',
    'LocationType',
    'Tag',
    'ProcedureType',
    'TicketType',
    'OrgEntity',
    'FellowType',
    'MetadataField',
    'AssignRule',
    'InventoryItem',
    'ValidationType',
    'ProgressMap',
    'MeterType',
  ).concat(' listIdentifierMoves moveIdentifiers undoIdentifierMove previewMeterType'),
  'editor|users': `listUsers getUser inviteUser updateUser resendInvitation getUserImpact deactivateUser
    getUserTraces anonymiseUser reactivateUser endUserSessions resetSignIn makeResetLink
    countUnableTickets countUnableTicketsOfRole
    ${listCalls('Role')}`,
  'editor|company': `updateCompany listHolidayCountries getHolidayList getRetention previewRetention setRetention rotateSigningKey
    getReportSettings setReportSettings
    getCompanyDomains addCompanyDomain checkCompanyDomain removeCompanyDomain
    getFollowedCalendar followCalendar checkFollowedCalendar unfollowCalendar`,
  'editor|import': `listImports getImport uploadImport rereadImport checkImport runImport cancelImport
    getImportUndo undoImport getFailedRows`,
  'viewer|journal': '',
  'viewer|security': `listSecurityEvents getHealth getSignedLogChain
    checkSignedLogs sendTestMail`,
  'exporter|company':
    'listDataExports startDataExport cancelDataExport downloadDataExport removeDataExport',
}

/**
 * What every member may change: their own account and work, and calls that check a right or row
 * inside.
 */
const everybodyChanges = `updateAccount askEmailChange confirmEmailChange askPhoneChange
  confirmPhoneChange acceptMembership refuseMembership leaveCompany setMailAlerts setAvailability changePassword endSession logout switchCompany
  setLanguage beginAuthenticator addAuthenticator removeAuthenticator beginPasskey addPasskey
  removePasskey makeRecoveryCodes beginConfirm sendConfirmCode confirmSession
  createCalendarFeed revokeCalendarFeed addPushDevice renewPushDevice removePushDevice
  testPushDevice setPushWishes seeAlerts setEquipmentFollow uploadFile
  startListExport cancelListExport makeLabelCodes setLabelsPrinted setLabel revokeLabel openTicket commentTicket createDutyChange answerDutyChange removeDutyChange takeAlert reserveEquipment releaseEquipment updateProcedure updateSurveyQuestion
  createTicketView updateTicketView orderTicketViews chooseTicketView deleteTicketView restoreTicketView`

/** What every member may download or stream: rows that they see on their screens. */
const everybodySaves = `exportOwnData downloadListExport exportTrace getFile openLive`

/** Also needs the right to edit the imported kind, or to handle tickets. */
const needsAnother = new Set(['uploadImport', 'deleteCost'])

const words = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted((one, other) => one.localeCompare(other))

const endpoints = Object.values(contract).flatMap((domain) =>
  Object.entries(domain as Record<string, Endpoint>),
)
const named = (isWanted: (endpoint: Endpoint) => boolean) =>
  words(
    endpoints
      .filter(([, endpoint]) => isWanted(endpoint))
      .map(([name]) => name)
      .join(' '),
  )
const guarded = endpoints.filter(([, { access }]) => access.startsWith('can:'))

let testApp: TestApp
let own: Fixtures
let admin: string

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

async function holderOf(right: PermissionGroup | null): Promise<string> {
  const userId = testApp.here.users.staff
  await asSystem(testApp.pool, async (db) => {
    const [made] = await db
      .insert(tables.role)
      .values({
        companyId: testApp.here.id,
        name: `Only ${right ?? 'nothing'} ${crypto.randomUUID()}`,
        permissions: right === null ? [] : [right],
      })
      .returning({ id: tables.role.id })
    if (made === undefined) throw new Error('The role was not made')
    await db.delete(tables.userRole).where(eq(tables.userRole.userId, userId))
    await db.insert(tables.userRole).values({ companyId: testApp.here.id, userId, roleId: made.id })
  })
  testApp.clock.advance(61_000)
  return testApp.signIn('staff')
}

/** Sends an unknown id and no body: a permitted caller fails at the input. */
async function isOpen(token: string, endpoint: Endpoint): Promise<boolean> {
  const { status, body } = await testApp.raw(
    token,
    endpoint.method,
    urlOf(endpoint.path, sampleOf(endpoint, () => 2_147_483_647).params),
    endpoint.method === 'GET' ? undefined : {},
  )
  return status !== 403 || JSON.stringify(body).includes('confirmFirst')
}

describe('the contract', () => {
  it.each(permissionGroups)('opens with %s the calls that its name says, and no other', (right) => {
    expect(named(({ access }) => access === `can:${right}`)).toEqual(words(opens[right]))
  })

  it('lets a member without a right change their own account and work only', () => {
    expect(named(({ access, kind }) => access === 'session' && kind === 'mutation')).toEqual(
      words(everybodyChanges),
    )
  })

  it('lets a member without a right save only files of what they see', () => {
    expect(
      named(
        ({ access, kind, wire }) => access === 'session' && kind === 'query' && wire !== 'json',
      ),
    ).toEqual(words(everybodySaves))
  })
})

describe('a user with one right', () => {
  it.each([...permissionGroups, null])('may call with %s what its name says', async (right) => {
    const token = await holderOf(right)
    const opened: string[] = []
    for (const [name, endpoint] of guarded) if (await isOpen(token, endpoint)) opened.push(name)
    const wanted = right === null ? [] : words(opens[right])
    expect(words(opened.join(' '))).toEqual(wanted.filter((name) => !needsAnother.has(name)))
  })
})

describe('a call that every member may make', () => {
  const { procedures, journal, listExports, people } = contract
  const anybody = () => testApp.here.users.manager
  const cases: readonly {
    what: string
    opensFor: readonly PermissionGroup[]
    call(token: string): Promise<{ status: number }>
  }[] = [
    {
      what: 'renaming a procedure',
      opensFor: ['editor|procedures'],
      call: (token) =>
        testApp.call(token, procedures.updateProcedure, {
          params: { id: own.procedure ?? 0 },
          body: { name: `renamed ${crypto.randomUUID()}` },
        }),
    },
    {
      what: 'changing the automations of a procedure',
      opensFor: ['editor|automations'],
      call: (token) =>
        testApp.call(token, procedures.updateProcedure, {
          params: { id: own.procedure ?? 0 },
          body: { triggeredEvents: [] },
        }),
    },
    {
      what: 'reading the journal of the whole company',
      opensFor: ['viewer|journal'],
      call: (token) => testApp.call(token, journal.listJournal, { body: {} }),
    },
    {
      what: 'saving the journal of the whole company',
      opensFor: ['viewer|journal'],
      call: (token) =>
        testApp.call(token, listExports.startListExport, {
          body: { what: { list: 'journal', question: {} } },
        }),
    },
    {
      what: 'reading the rights of another person',
      opensFor: ['editor|users'],
      call: (token) => testApp.call(token, people.explainRights, { params: { id: anybody() } }),
    },
  ]

  it.each(permissionGroups)('opens with %s what its name says, and no more', async (right) => {
    const token = await holderOf(right)
    const opened: string[] = []
    for (const { what, call } of cases) if ((await call(token)).status === 200) opened.push(what)
    expect(opened).toEqual(
      cases.filter(({ opensFor }) => opensFor.includes(right)).map(({ what }) => what),
    )
  })
})

it('a holder of the security right cannot fetch an archive that an administrator made', async () => {
  const { dataExports } = contract
  const { body: made } = await testApp.call(admin, dataExports.startDataExport, {})
  const token = await holderOf('viewer|security')
  for (const endpoint of Object.values(dataExports)) {
    const answer = await testApp.raw(token, endpoint.method, urlOf(endpoint.path, { id: made.id }))
    expect(answer.status).toBe(403)
  }
})
