/**
 * Screens by feature. A missing screen does not compile. The router redirects from the home page.
 */
import { accountRoutes } from '../features/account/routes.tsx'
import { authRoutes } from '../features/auth/routes.tsx'
import { automationRoutes } from '../features/automations/routes.tsx'
import { companyRoutes } from '../features/company/routes.tsx'
import { dashboardRoutes } from '../features/dashboards/routes.tsx'
import { deviceRoutes } from '../features/devices/routes.tsx'
import { dutyRoutes } from '../features/duties/routes.tsx'
import { dynamicDashboardRoutes } from '../features/dynamicDashboards/routes.tsx'
import { equipmentRoutes } from '../features/equipment/routes.tsx'
import { fellowRoutes } from '../features/fellows/routes.tsx'
import { filterRoutes } from '../features/filters/routes.tsx'
import { importRoutes } from '../features/imports/routes.tsx'
import { inventoryRoutes } from '../features/inventory/routes.tsx'
import { journalRoutes } from '../features/journal/routes.tsx'
import { labelRoutes } from '../features/labels/routes.tsx'
import { locationRoutes } from '../features/locations/routes.tsx'
import { managementRoutes } from '../features/management/routes.tsx'
import { myWorkRoutes } from '../features/myWork/routes.tsx'
import { peopleRoutes } from '../features/people/routes.tsx'
import { procedureLogRoutes } from '../features/procedureLogs/routes.tsx'
import { procedureRoutes } from '../features/procedures/routes.tsx'
import { planRoutes } from '../features/plans/routes.tsx'
import { rtlsRoutes } from '../features/positions/routes.tsx'
import { relatedRoutes } from '../features/related/routes.tsx'
import { reportRoutes } from '../features/reports/routes.tsx'
import { rruleRoutes } from '../features/rrules/routes.tsx'
import { scanRoutes } from '../features/scan/routes.tsx'
import { healthRoutes } from '../features/health/routes.tsx'
import { labelReportRoutes } from '../features/labelReports/routes.tsx'
import { retentionRoutes } from '../features/retention/routes.tsx'
import { securityRoutes } from '../features/security/routes.tsx'
import { sensorRoutes } from '../features/sensors/routes.tsx'
import { zoneRoutes } from '../features/zones/routes.tsx'
import { signedLogRoutes } from '../features/signedLogs/routes.tsx'
import { ticketRoutes } from '../features/tickets/routes.tsx'
import { todayRoutes } from '../features/today/routes.tsx'
import type { FeatureRoutes } from '#lib/paths.ts'

export const screens: Required<FeatureRoutes> = {
  ...accountRoutes,
  ...authRoutes,
  ...automationRoutes,
  ...companyRoutes,
  ...dashboardRoutes,
  ...deviceRoutes,
  ...dutyRoutes,
  ...dynamicDashboardRoutes,
  ...equipmentRoutes,
  ...fellowRoutes,
  ...filterRoutes,
  ...importRoutes,
  ...inventoryRoutes,
  ...journalRoutes,
  ...labelRoutes,
  ...locationRoutes,
  ...managementRoutes,
  ...myWorkRoutes,
  ...peopleRoutes,
  ...procedureLogRoutes,
  ...procedureRoutes,
  ...relatedRoutes,
  ...reportRoutes,
  ...rruleRoutes,
  ...planRoutes,
  ...rtlsRoutes,
  ...scanRoutes,
  ...healthRoutes,
  ...retentionRoutes,
  ...labelReportRoutes,
  ...securityRoutes,
  ...sensorRoutes,
  ...zoneRoutes,
  ...signedLogRoutes,
  ...ticketRoutes,
  ...todayRoutes,
}
