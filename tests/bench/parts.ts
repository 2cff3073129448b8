/** The parts of `npm run bench`. */
import { measureAccuracy } from './accuracy.ts'
import { measureAttack } from './attack.ts'
import { measureAutomations } from './automations.ts'
import { measureBacklog } from './backlog.ts'
import { measureCompanies } from './companies.ts'
import { measureDashboards } from './dashboards.ts'
import { measureEditing } from './editing.ts'
import { measureEventRules } from './eventRules.ts'
import { measureExports } from './exports.ts'
import { measureFailover } from './failover/failover.ts'
import { measureFirstContent } from './firstContent.ts'
import { measureHeavyReads } from './heavyReads.ts'
import { measureHistory } from './history.ts'
import { measureHospital } from './hospital.ts'
import { measureImports } from './imports.ts'
import { measureIngest } from './ingest.ts'
import { measureInstall } from './install.ts'
import { measureLists, measureNames } from './lists.ts'
import { measureMap } from './map.ts'
import type { Row } from './measures.ts'
import { measureMeters } from './meters.ts'
import { measureOfflineReady } from './offlineReady.ts'
import { measurePages } from './pages.ts'
import { measureScreens } from './screenRequests.ts'
import { measureSoak } from './soak.ts'
import { measureStarts } from './starts.ts'
import { measureStreams } from './streams.ts'
import { measureSubmissions } from './submissions.ts'
import { measureSums } from './sums.ts'
import { measureTickets } from './tickets.ts'
import { measureVenues } from './venues.ts'

export interface Part {
  /** Measures the build in the folder `checkout`. */
  measure: (checkout: string) => Promise<Row[]>
  /** Takes long, so it runs only if named. */
  onlyByName?: true
  /** Calls the source of this checkout, so no other build can be measured. */
  measuresSource?: true
}

export const parts: Readonly<Record<string, Part>> = {
  pages: { measure: measurePages },
  screens: { measure: measureScreens },
  firstContent: { measure: measureFirstContent },
  offlineReady: { measure: measureOfflineReady },
  starts: { measure: measureStarts },
  lists: { measure: measureLists },
  tickets: { measure: measureTickets },
  attack: { measure: measureAttack },
  automations: { measure: measureAutomations },
  submissions: { measure: measureSubmissions },
  backlog: { measure: measureBacklog },
  companies: { measure: measureCompanies },
  dashboards: { measure: measureDashboards },
  editing: { measure: measureEditing },
  exports: { measure: measureExports },
  sums: { measure: measureSums, measuresSource: true },
  map: { measure: measureMap },
  positions: { measure: measureAccuracy, measuresSource: true },
  imports: { measure: measureImports },
  ingest: { measure: measureIngest },
  heavyReads: { measure: measureHeavyReads },
  history: { measure: measureHistory, measuresSource: true },
  meters: { measure: measureMeters, measuresSource: true },
  streams: { measure: measureStreams },
  venues: { measure: measureVenues },
  soak: { measure: measureSoak, onlyByName: true },
  names: { measure: measureNames, onlyByName: true, measuresSource: true },
  install: { measure: measureInstall, onlyByName: true },
  failover: { measure: measureFailover, onlyByName: true },
  eventRules: { measure: measureEventRules, onlyByName: true },
  hospital: { measure: measureHospital, onlyByName: true },
}
