/**
 * The whole contract, for the server, the OpenAPI page and the tests that walk it. The client
 * imports single domains.
 */
import { account } from './account.ts'
import { alerts } from './alerts.ts'
import { assignments } from './assignments.ts'
import { auth } from './auth.ts'
import { automations } from './automation.ts'
import { companies } from './company.ts'
import { companyDomains } from './companyDomains.ts'
import { referenceData } from './referenceData.ts'
import { dashboardItems } from './dashboardItems.ts'
import { dashboards } from './dashboards.ts'
import { dataExports } from './dataExports.ts'
import { devices } from './devices.ts'
import { dynamicDashboards } from './dynamicDashboards.ts'
import { equipment } from './equipment.ts'
import { equipmentFiles } from './equipmentFiles.ts'
import { fellows } from './fellows.ts'
import { inventory } from './inventory.ts'
import { invitations, memberships } from './invitations.ts'
import { files } from './files.ts'
import { health } from './health.ts'
import { hooks } from './hooks.ts'
import { imports } from './imports.ts'
import { journal } from './journal.ts'
import { live } from './live.ts'
import { locations } from './locations.ts'
import { lookingBack } from './lookingBack.ts'
import { nearest } from './nearest.ts'
import { referenceLists } from './referenceLists.ts'
import { orgEntities } from './orgEntities.ts'
import { people } from './people.ts'
import { procedureLogs } from './procedureLogs.ts'
import { procedures } from './procedures.ts'
import { references } from './references.ts'
import { related } from './related.ts'
import { reports } from './reports.ts'
import { retention } from './retention.ts'
import { rrules } from './rrules.ts'
import { rtls } from './rtls.ts'
import { search } from './search.ts'
import { security } from './security.ts'
import { sensors } from './sensors.ts'
import { zones } from './zones.ts'
import { secondSteps, secondStepSignIn } from './secondStep.ts'
import { signedLogs } from './signedLogs.ts'
import { siteSurvey } from './siteSurvey.ts'
import { statusBatches } from './statusBatches.ts'
import { tickets } from './tickets.ts'
import { today } from './today.ts'
import { venueImports } from './venueImports.ts'
import { venuePlans } from './venuePlans.ts'
import { waysIn } from './waysIn.ts'
import { yearStrips } from './yearStrips.ts'

export const contract = {
  account,
  alerts,
  assignments,
  auth,
  automations,
  companies,
  companyDomains,
  referenceData,
  dashboardItems,
  dashboards,
  dataExports,
  devices,
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
  live,
  locations,
  lookingBack,
  memberships,
  nearest,
  referenceLists,
  orgEntities,
  people,
  procedureLogs,
  procedures,
  references,
  related,
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
  tickets,
  today,
  venueImports,
  venuePlans,
  waysIn,
  yearStrips,
  zones,
}
