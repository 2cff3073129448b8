import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import type { Kernel } from './kernel/kernel.ts'
import { mount, type Mounted } from '#kernel/http/mount.ts'
import type { Reactions } from '#kernel/events/eventSet.ts'
import {
  accountHandlers,
  membershipHandlers,
  secondStepHandlers,
} from './modules/foundation/account/index.ts'
import { alertHandlers } from './modules/foundation/alerts/index.ts'
import { assignmentHandlers, takingHandlers } from './modules/work/assignments/index.ts'
import {
  authHandlers,
  invitationHandlers,
  secondStepSignInHandlers,
  signInMethodHandlers,
} from './modules/foundation/auth/index.ts'
import {
  automationHandlers,
  onAutomationsRetried,
  onOver,
  onProceduresPerformed,
  onTriggered,
} from './modules/work/automations/index.ts'
import {
  companyDomainHandlers,
  companyHandlers,
  timeZoneHandlers,
} from './modules/foundation/company/index.ts'
import { referenceDataHandlers } from './modules/insight/referenceData/routes.ts'
import { dashboardHandlers, dashboardItemHandlers } from './modules/insight/dashboards/index.ts'
import { dataExportHandlers, resumeExports } from './modules/operation/dataExports/index.ts'
import { deviceHandlers } from './modules/site/devices/index.ts'
import { dutyHandlers, onTicketsOpened } from './modules/work/duties/index.ts'
import { dynamicDashboardHandlers } from './modules/insight/dynamicDashboards/index.ts'
import {
  equipmentFileHandlers,
  isFileOfVisibleEquipment,
} from './modules/site/equipmentFiles/index.ts'
import {
  equipmentHandlers,
  fellowHandlers,
  resumeStatusBatches,
  identifierMoveHandlers,
  statusBatchHandlers,
} from './modules/site/equipment/index.ts'
import { healthHandlers } from './modules/operation/health/routes.ts'
import { fileHandlers } from './modules/foundation/files/routes.ts'
import {
  followedCalendarHandlers,
  holidayListHandlers,
} from './modules/foundation/holidayLists/index.ts'
import { hookHandlers } from './modules/foundation/hooks/index.ts'
import { inventoryHandlers } from './modules/work/inventory/index.ts'
import { importHandlers, resumeImports } from './modules/operation/imports/index.ts'
import { journalHandlers } from './modules/foundation/journal/index.ts'
import { liveHandlers } from './modules/foundation/live/routes.ts'
import { listExportHandlers } from './modules/operation/listExports/index.ts'
import { locationHandlers } from './modules/foundation/locations/routes.ts'
import { referenceListRoutes } from './modules/foundation/referenceLists/index.ts'
import { orgEntityHandlers } from './modules/foundation/orgEntities/index.ts'
import { peopleHandlers } from './modules/foundation/people/index.ts'
import { procedureLogHandlers, procedureLogSets } from './modules/work/procedureLogs/index.ts'
import { procedureHandlers } from './modules/work/procedures/index.ts'
import { replacementHandlers } from './modules/work/replacement/index.ts'
import { pushHandlers } from './modules/foundation/push/index.ts'
import { referenceHandlers } from './modules/foundation/references/index.ts'
import { relatedHandlers } from './modules/insight/related/index.ts'
import { reliabilityHandlers } from './modules/insight/reliability/index.ts'
import { reportHandlers } from './modules/insight/reports/index.ts'
import { labelReportHandlers } from './modules/work/labelReports/index.ts'
import { lookingBackHandlers } from './modules/site/positionHistory/index.ts'
import { nearestHandlers } from './modules/site/nearest/index.ts'
import { planHandlers, rtlsHandlers, venueHandlers } from './modules/site/rtls/index.ts'
import { surveyHandlers } from './modules/site/surveys/index.ts'
import { retentionHandlers } from './modules/operation/retention/index.ts'
import { scheduleHandlers } from './modules/work/schedules/index.ts'
import { searchHandlers } from './modules/insight/search/routes.ts'
import { securityHandlers } from './modules/foundation/securityLog/index.ts'
import { meterHandlers } from './modules/site/meters/index.ts'
import { sensorHandlers } from './modules/site/sensors/index.ts'
import { signedLogHandlers } from './modules/work/signedLogs/index.ts'
import {
  countUnable,
  handOver,
  handOverUnable,
  isFileOfVisibleTicket,
  ticketHandlers,
  ticketBatchHandlers,
  ticketViewHandlers,
  ticketLinkHandlers,
} from './modules/work/tickets/index.ts'
import {
  isFileOfVisibleCost,
  ticketCostHandlers,
  ticketWorkHandlers,
} from './modules/work/ticketWork/index.ts'
import { isFileOfFloor } from './modules/site/venues/index.ts'
import { locationFigureHandlers } from './modules/insight/locationFigures/index.ts'
import { togetherHandlers } from '#kernel/http/readTogether.ts'
import { ticketReportHandlers } from './modules/insight/ticketReports/index.ts'
import { todayHandlers } from './modules/insight/today/index.ts'
import { yearStripHandlers } from './modules/foundation/yearStrips/index.ts'
import { zoneHandlers } from './modules/site/zones/index.ts'

export function mountModules(app: FastifyInstance, kernel: Kernel, mounted: Mounted): void {
  mount(app, kernel, contract.account, accountHandlers(kernel), mounted)
  mount(app, kernel, contract.memberships, membershipHandlers(kernel, handOver), mounted)
  mount(app, kernel, contract.invitations, invitationHandlers(kernel), mounted)
  mount(app, kernel, contract.alerts, alertHandlers, mounted)
  mount(app, kernel, contract.assignments, assignmentHandlers, mounted)
  mount(app, kernel, contract.auth, authHandlers(kernel), mounted)
  mount(app, kernel, contract.automations, automationHandlers, mounted)
  mount(app, kernel, contract.companies, companyHandlers(kernel), mounted)
  mount(app, kernel, contract.holidayLists, holidayListHandlers, mounted)
  mount(app, kernel, contract.followedCalendars, followedCalendarHandlers(kernel), mounted)
  mount(app, kernel, contract.timeZones, timeZoneHandlers, mounted)
  mount(app, kernel, contract.companyDomains, companyDomainHandlers(kernel), mounted)
  mount(app, kernel, contract.referenceData, referenceDataHandlers(kernel), mounted)
  mount(app, kernel, contract.dashboardItems, dashboardItemHandlers, mounted)
  mount(app, kernel, contract.dashboards, dashboardHandlers, mounted)
  mount(app, kernel, contract.dataExports, dataExportHandlers(kernel), mounted)
  mount(app, kernel, contract.devices, deviceHandlers(kernel), mounted)
  mount(app, kernel, contract.duties, dutyHandlers(takingHandlers), mounted)
  mount(app, kernel, contract.dynamicDashboards, dynamicDashboardHandlers, mounted)
  mount(app, kernel, contract.equipment, equipmentHandlers(kernel), mounted)
  mount(app, kernel, contract.equipmentFiles, equipmentFileHandlers, mounted)
  mount(app, kernel, contract.fellows, fellowHandlers(kernel), mounted)
  mount(
    app,
    kernel,
    contract.files,
    fileHandlers(kernel, [
      isFileOfVisibleEquipment,
      isFileOfVisibleTicket,
      isFileOfVisibleCost,
      isFileOfFloor,
    ]),
    mounted,
  )
  mount(app, kernel, contract.health, healthHandlers(kernel), mounted)
  mount(app, kernel, contract.hooks, hookHandlers, mounted)
  mount(app, kernel, contract.imports, importHandlers(kernel), mounted)
  mount(app, kernel, contract.inventory, inventoryHandlers, mounted)
  mount(app, kernel, contract.journal, journalHandlers, mounted)
  mount(app, kernel, contract.listExports, listExportHandlers(kernel), mounted)
  mount(app, kernel, contract.labelReports, labelReportHandlers(kernel), mounted)
  mount(app, kernel, contract.live, liveHandlers(kernel), mounted)
  mount(
    app,
    kernel,
    contract.locations,
    { ...locationHandlers, ...locationFigureHandlers },
    mounted,
  )
  mount(app, kernel, contract.referenceLists, referenceListRoutes, mounted)
  mount(app, kernel, contract.orgEntities, orgEntityHandlers, mounted)
  mount(
    app,
    kernel,
    contract.people,
    peopleHandlers(kernel, { handOver, handOverUnable, countUnable }),
    mounted,
  )
  mount(app, kernel, contract.procedureLogs, procedureLogHandlers, mounted, procedureLogSets)
  mount(app, kernel, contract.procedures, procedureHandlers, mounted)
  mount(app, kernel, contract.push, pushHandlers(kernel), mounted)
  mount(app, kernel, contract.references, referenceHandlers, mounted)
  mount(app, kernel, contract.related, relatedHandlers(kernel), mounted)
  mount(app, kernel, contract.reliability, reliabilityHandlers, mounted)
  mount(app, kernel, contract.replacement, replacementHandlers, mounted)
  mount(app, kernel, contract.reports, reportHandlers(kernel), mounted)
  mount(app, kernel, contract.retention, retentionHandlers(kernel), mounted)
  mount(app, kernel, contract.rrules, scheduleHandlers(kernel), mounted)
  mount(app, kernel, contract.rtls, rtlsHandlers(kernel), mounted)
  mount(app, kernel, contract.lookingBack, lookingBackHandlers(kernel), mounted)
  mount(app, kernel, contract.meters, meterHandlers, mounted)
  mount(app, kernel, contract.nearest, nearestHandlers, mounted)
  mount(app, kernel, contract.search, searchHandlers, mounted)
  mount(app, kernel, contract.security, securityHandlers(kernel), mounted)
  mount(app, kernel, contract.secondSteps, secondStepHandlers(kernel), mounted)
  mount(app, kernel, contract.secondStepSignIn, secondStepSignInHandlers(kernel), mounted)
  mount(app, kernel, contract.sensors, sensorHandlers(kernel), mounted)
  mount(app, kernel, contract.signedLogs, signedLogHandlers(kernel), mounted)
  mount(app, kernel, contract.siteSurvey, surveyHandlers(kernel), mounted)
  mount(app, kernel, contract.identifierMoves, identifierMoveHandlers, mounted)
  mount(app, kernel, contract.statusBatches, statusBatchHandlers(kernel), mounted)
  mount(app, kernel, contract.tickets, ticketHandlers, mounted)
  mount(app, kernel, contract.ticketLinks, ticketLinkHandlers, mounted)
  mount(app, kernel, contract.ticketReports, ticketReportHandlers, mounted)
  mount(app, kernel, contract.ticketWorkCalls, ticketWorkHandlers, mounted)
  mount(app, kernel, contract.ticketBatches, ticketBatchHandlers, mounted)
  mount(app, kernel, contract.ticketViews, ticketViewHandlers, mounted)
  mount(app, kernel, contract.ticketCostCalls, ticketCostHandlers, mounted)
  mount(app, kernel, contract.together, togetherHandlers(kernel, mounted), mounted)
  mount(app, kernel, contract.today, todayHandlers, mounted)
  mount(app, kernel, contract.venueImports, venueHandlers(kernel), mounted)
  mount(app, kernel, contract.venuePlans, planHandlers(kernel), mounted)
  mount(app, kernel, contract.waysIn, signInMethodHandlers(kernel), mounted)
  mount(app, kernel, contract.yearStrips, yearStripHandlers, mounted)
  mount(app, kernel, contract.zones, zoneHandlers, mounted)
}

export const reactions: Reactions = {
  'procedure.performed': [onProceduresPerformed],
  'automation.retried': [onAutomationsRetried],
  'automation.triggered': [onTriggered],
  'automation.over': [onOver],
  'ticket.opened': [onTicketsOpened],
}

export async function resumeJobs(kernel: Kernel): Promise<void> {
  await resumeImports(kernel)
  await resumeStatusBatches(kernel)
  await resumeExports(kernel)
}

export { startKeyCallWriter, listenToBroker, writeCalls } from './modules/site/devices/index.ts'
export { startAskingAssistant } from './modules/work/assignments/index.ts'
export { startRunRetention, startWatchingRules } from './modules/work/automations/index.ts'
export { startAnnouncingHoles, startCallingDuties } from './modules/work/duties/index.ts'
export { startEndingLongWork } from './modules/work/workTime/index.ts'
export { startDomainChecks } from './modules/foundation/company/index.ts'
export { startFollowedCalendars } from './modules/foundation/holidayLists/index.ts'
export { startHookDelivery } from './modules/foundation/hooks/index.ts'
export { startPushes } from './modules/foundation/push/index.ts'
export { startPositions } from './modules/site/positions/index.ts'
export { startSimulator } from './modules/site/simulator/index.ts'
export { startListExportJob } from './modules/operation/listExports/index.ts'
export { startCleanUp, startRetention } from './modules/operation/retention/index.ts'
export { startLogRetention } from './modules/work/signedLogs/index.ts'
export { startMeters } from './modules/site/meters/index.ts'
export { startReadingCopy, startSensorWatch } from './modules/site/sensors/index.ts'
export { startScheduleRunner } from './modules/work/schedules/index.ts'
export { startVisitTracking } from './modules/site/zones/index.ts'
export { startDowntime } from './modules/insight/reliability/index.ts'
export { startSums } from './modules/insight/dashboards/index.ts'
export { readCommonPasswords } from './modules/foundation/auth/index.ts'
export { startSending, sendMessages } from './modules/foundation/messages/index.ts'
