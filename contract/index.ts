/** The whole contract, for the server, the OpenAPI page and the tests that walk it. The client imports single domains. */
import { account } from './account.ts'
import { auth } from './auth.ts'
import { automations } from './automation.ts'
import { companies } from './company.ts'
import { companyWords } from './companyWords.ts'
import { dashboardItems } from './dashboardItems.ts'
import { dashboards } from './dashboards.ts'
import { equipment } from './equipment.ts'
import { files } from './files.ts'
import { imports } from './imports.ts'
import { journal } from './journal.ts'
import { live } from './live.ts'
import { locations } from './locations.ts'
import { nouns } from './nouns.ts'
import { people } from './people.ts'
import { procedureLogs } from './procedureLogs.ts'
import { procedures } from './procedures.ts'
import { references } from './references.ts'
import { reports } from './reports.ts'
import { rrules } from './rrules.ts'
import { search } from './search.ts'
import { tickets } from './tickets.ts'
import { waysIn } from './waysIn.ts'

export const contract = {
  account, auth, automations, companies, companyWords, dashboardItems, dashboards, equipment, files, imports, journal, live, locations, nouns, people, procedureLogs, procedures, references, reports, rrules, search, tickets, waysIn,
}
