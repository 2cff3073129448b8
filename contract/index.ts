/**
 * The whole contract, for the server, the OpenAPI page and the tests that walk it. The client
 * imports single domains.
 */
import { account } from './auth/account.ts'
import { alerts } from './alerts.ts'
import { assignments } from './rrules/assignments.ts'
import { auth } from './auth/auth.ts'
import { automations } from './automation/automation.ts'
import { companies } from './company/company.ts'
import { companyDomains } from './company/companyDomains.ts'
import { followedCalendars } from './company/followedCalendar.ts'
import { holidayLists } from './company/holidayLists.ts'
import { push } from './push.ts'
import { referenceData } from './referenceLists/referenceData.ts'
import { dashboardItems } from './dashboards/dashboardItems.ts'
import { dashboards } from './dashboards/dashboards.ts'
import { dataExports } from './dataExports.ts'
import { duties } from './duties/duties.ts'
import { devices } from './devices/devices.ts'
import { dynamicDashboards } from './dashboards/dynamicDashboards.ts'
import { equipment } from './equipment/equipment.ts'
import { equipmentFiles } from './equipment/equipmentFiles.ts'
import { fellows } from './equipment/fellows.ts'
import { inventory } from './inventory.ts'
import { invitations, memberships } from './auth/invitations.ts'
import { files } from './files.ts'
import { health } from './health.ts'
import { hooks } from './hooks.ts'
import { imports } from './imports.ts'
import { journal } from './journal/journal.ts'
import { identifierMoves } from './equipment/identifierMoves.ts'
import { labelReports } from './labelReports.ts'
import { live } from './live.ts'
import { listExports } from './listExports.ts'
import { locations } from './locations/locations.ts'
import { lookingBack } from './rtls/lookingBack.ts'
import { meters } from './meters/meters.ts'
import { nearest } from './rtls/nearest.ts'
import { referenceLists } from './referenceLists/referenceLists.ts'
import { orgEntities } from './orgEntities/orgEntities.ts'
import { people } from './people/people.ts'
import { procedureLogs } from './procedures/procedureLogs.ts'
import { procedures } from './procedures/procedures.ts'
import { references } from './journal/references.ts'
import { related } from './related.ts'
import { reliability } from './reliability.ts'
import { replacement } from './replacement.ts'
import { reports } from './reports.ts'
import { retention } from './retention.ts'
import { rrules } from './rrules/rrules.ts'
import { rtls } from './rtls/rtls.ts'
import { search } from './search.ts'
import { security } from './security/security.ts'
import { sensors } from './sensors.ts'
import { timeZones } from './company/timeZones.ts'
import { zones } from './zones.ts'
import { secondSteps, secondStepSignIn } from './auth/secondStep.ts'
import { signedLogs } from './signedLog/signedLogs.ts'
import { siteSurvey } from './rtls/siteSurvey.ts'
import { statusBatches } from './equipment/statusBatches.ts'
import { ticketLinks } from './ticketLinks.ts'
import { ticketReports } from './ticketWork/ticketReports.ts'
import { ticketBatches } from './ticketBatches.ts'
import { ticketCostCalls } from './ticketWork/ticketCosts.ts'
import { ticketWorkCalls } from './ticketWork/ticketWork.ts'
import { ticketViews } from './ticketViews.ts'
import { tickets } from './tickets.ts'
import { today } from './today.ts'
import { together } from './together.ts'
import { venueImports } from './venue/venueImports.ts'
import { venuePlans } from './venue/venuePlans.ts'
import { waysIn } from './auth/waysIn.ts'
import { yearStrips } from './yearStrips.ts'

export const contract = {
  account,
  alerts,
  assignments,
  auth,
  automations,
  companies,
  companyDomains,
  holidayLists,
  followedCalendars,
  timeZones,
  referenceData,
  dashboardItems,
  dashboards,
  dataExports,
  devices,
  duties,
  dynamicDashboards,
  equipment,
  equipmentFiles,
  fellows,
  files,
  health,
  hooks,
  imports,
  inventory,
  invitations,
  journal,
  identifierMoves,
  labelReports,
  live,
  listExports,
  locations,
  lookingBack,
  memberships,
  meters,
  nearest,
  referenceLists,
  orgEntities,
  people,
  procedureLogs,
  procedures,
  push,
  references,
  related,
  reliability,
  replacement,
  reports,
  retention,
  rrules,
  rtls,
  search,
  secondSteps,
  secondStepSignIn,
  security,
  sensors,
  signedLogs,
  siteSurvey,
  statusBatches,
  ticketLinks,
  ticketBatches,
  ticketViews,
  ticketCostCalls,
  ticketReports,
  ticketWorkCalls,
  tickets,
  today,
  together,
  venueImports,
  venuePlans,
  waysIn,
  yearStrips,
  zones,
}
