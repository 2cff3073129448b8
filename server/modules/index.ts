/** Every module of the house, its routes mounted and its reactions named. */
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index'
import type { Kernel } from '../kernel/kernel.ts'
import { mount, type Mounted } from '../kernel/mount.ts'
import type { Reactions } from '../kernel/outbox.ts'
import { authHandlers } from './auth/index.ts'
import { automationHandlers, onProcedurePerformed } from './automations/index.ts'
import { equipmentHandlers } from './equipment/index.ts'
import { fileHandlers } from './files/routes.ts'
import { importHandlers } from './imports/routes.ts'
import { resumeImports } from './imports/job.ts'
import { journalHandlers } from './journal/routes.ts'
import { liveHandlers } from './live/routes.ts'
import { locationHandlers } from './locations/routes.ts'
import { nounRoutes } from './nouns/routes.ts'
import { peopleHandlers } from './people/routes.ts'
import { procedureLogHandlers } from './procedureLogs/routes.ts'
import { procedureHandlers } from './procedures/index.ts'
import { referenceHandlers } from './references/index.ts'
import { searchHandlers } from './search/routes.ts'
import { ticketHandlers } from './tickets/index.ts'

export function mountModules(app: FastifyInstance, kernel: Kernel, mounted: Mounted): void {
  mount(app, kernel, contract.auth, authHandlers(kernel), mounted)
  mount(app, kernel, contract.automations, automationHandlers, mounted)
  mount(app, kernel, contract.equipment, equipmentHandlers, mounted)
  mount(app, kernel, contract.files, fileHandlers(kernel), mounted)
  mount(app, kernel, contract.imports, importHandlers(kernel), mounted)
  mount(app, kernel, contract.journal, journalHandlers, mounted)
  mount(app, kernel, contract.live, liveHandlers(kernel), mounted)
  mount(app, kernel, contract.locations, locationHandlers, mounted)
  mount(app, kernel, contract.nouns, nounRoutes, mounted)
  mount(app, kernel, contract.people, peopleHandlers(kernel), mounted)
  mount(app, kernel, contract.procedureLogs, procedureLogHandlers, mounted)
  mount(app, kernel, contract.procedures, procedureHandlers, mounted)
  mount(app, kernel, contract.references, referenceHandlers, mounted)
  mount(app, kernel, contract.search, searchHandlers, mounted)
  mount(app, kernel, contract.tickets, ticketHandlers, mounted)
}

/** Which module answers which event. */
export const reactions: Reactions = {
  'procedure.performed': [onProcedurePerformed],
  'ticket.opened': [],
}

export const resumeJobs = (kernel: Kernel) => resumeImports(kernel)
