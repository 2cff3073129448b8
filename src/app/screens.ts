/** The screens that exist: each feature brings its own. What is not here says honestly that it is not built yet. */
import { authRoutes } from '../features/auth/routes.tsx'
import { automationRoutes } from '../features/automations/routes.tsx'
import { equipmentRoutes } from '../features/equipment/routes.tsx'
import { filterRoutes } from '../features/filters/routes.tsx'
import { importRoutes } from '../features/imports/routes.tsx'
import { journalRoutes } from '../features/journal/routes.tsx'
import { locationRoutes } from '../features/locations/routes.tsx'
import { managementRoutes } from '../features/management/routes.tsx'
import { procedureLogRoutes } from '../features/procedureLogs/routes.tsx'
import { procedureRoutes } from '../features/procedures/routes.tsx'
import { ticketRoutes } from '../features/tickets/routes.tsx'
import type { FeatureRoutes, RouteName } from './paths.ts'

export const screens: FeatureRoutes = {
  ...authRoutes, ...automationRoutes, ...equipmentRoutes, ...filterRoutes, ...importRoutes, ...journalRoutes, ...locationRoutes, ...managementRoutes,
  ...procedureLogRoutes, ...procedureRoutes, ...ticketRoutes,
}

export const isThere = (name: RouteName): boolean => name in screens
