/**
 * Every address of the product (spec section 2). All links come from here: `pathTo('equipment')`,
 * `pathTo('equipmentRelated', { equipmentId: 12 })`. Pure, so any layer may import it.
 */
import type { ComponentType } from 'react'

interface RouteSpec {
  path: string
  /** Opens without a session. All others require a sign-in. */
  access?: 'public'
}

const signedIn = <P extends string>(path: P) => ({ path }) as const
const open = <P extends string>(path: P) => ({ path, access: 'public' }) as const

export const routes = {
  home: signedIn('/'),
  /**
   * Before other addresses of two parts: `/automation-center/journal` is the journal, not an
   * automation with that id.
   */
  kindJournal: signedIn('/:entity/journal'),
  login: open('/login'),
  logout: open('/logout'),
  setup: open('/setup'),
  resetPassword: open('/reset-password'),
  invitation: open('/invitation'),
  outbox: open('/outbox'),
  auth0Callback: open('/auth0-callback'),
  authCallback: open('/auth-callback'),
  secondStepSetUp: open('/second-step'),
  account: signedIn('/account'),
  switchCompany: signedIn('/switch-company/:companyId'),

  myWork: signedIn('/my-work'),
  procedures: signedIn('/procedure'),
  procedureNew: signedIn('/procedure/new'),
  procedure: signedIn('/procedure/:procedureId'),
  procedureEditor: signedIn('/procedure/:procedureId/edit'),
  procedurePerform: signedIn('/procedure/:procedureId/perform'),
  procedureAutomations: signedIn('/procedure/:procedureId/automation-center'),
  procedureTicketCenter: signedIn('/procedure/:procedureId/ticket-center'),
  procedureLogs: signedIn('/procedure-log'),
  procedureLog: signedIn('/procedure-log/:procedureLogId'),
  signedLogs: signedIn('/signed-log'),
  signedLogVerify: open('/signed-log/verify'),
  /**
   * Opens for anybody by a short-lived address; otherwise for signed-in people who may see the log.
   */
  signedLog: open('/signed-log/:procedureLogId'),
  logicDependency: signedIn('/logic-dependency/:surveyQuestionId?'),
  tickets: signedIn('/tickets'),
  ticket: signedIn('/tickets/:ticketId'),
  schedules: signedIn('/rrule'),
  scheduleNew: signedIn('/rrule/new'),
  /** Checks by deadline: done in time, and the others. */
  scheduleChecks: signedIn('/rrule/checks'),
  schedule: signedIn('/rrule/:ruleId'),
  scheduleEditor: signedIn('/rrule/:ruleId/edit'),

  duties: signedIn('/duties'),

  equipment: signedIn('/equipment'),
  equipmentOne: signedIn('/equipment/:equipmentId'),
  equipmentRelated: signedIn('/related-card/:equipmentId?'),
  equipmentStatus: signedIn('/equipment-status'),
  equipmentStatusOne: signedIn('/equipment-status/:equipmentStatusId'),
  equipmentSchedules: signedIn('/equipment-schedules'),
  equipmentHeatmap: signedIn('/equipment-heatmap/:equipmentId?'),
  fellowEquipment: signedIn('/fellow-equipment/:equipmentId?'),
  fellowEquipmentType: signedIn('/fellow-equipment-type'),
  locations: signedIn('/locations'),
  inventory: signedIn('/inventory'),
  labels: signedIn('/labels'),
  /** Printed on labels. Without a session the server answers with its own page (server/reportPage.ts). */
  labelCode: signedIn('/r/:code'),
  scan: signedIn('/scan'),
  filterObjectEditor: signedIn('/filter-object-editor'),
  orgEntities: signedIn('/org-entities'),
  mapping: signedIn('/mapping'),
  venueImport: signedIn('/mapping/import'),
  siteSurvey: signedIn('/mapping/survey'),
  radioCalibration: signedIn('/mapping/calibration'),
  areas: signedIn('/mapping/areas'),
  floorPlan: signedIn('/mapping/plan/:floorId'),
  zones: signedIn('/zones'),
  mobileMapping: signedIn('/mobile-mapping'),
  nearestEquipment: signedIn('/nearest-equipment/:equipmentId?'),
  nearestAllEquipment: signedIn('/nearest-all-equipment'),
  nearestEquipmentHistory: signedIn('/nearest-equipment-history/:equipmentId?'),

  automationCenter: signedIn('/automation-center'),
  automation: signedIn('/automation-center/:automationId'),
  ticketCenter: signedIn('/ticket-center'),
  triggeredEvents: signedIn('/triggered-events'),
  companyAutomations: signedIn('/company/:companyId/automation-center'),
  companyTicketCenter: signedIn('/company/:companyId/ticket-center'),
  companyCreateTicket: signedIn('/company/:companyId/create-ticket'),
  companyCreateTicketOne: signedIn('/company/:companyId/create-ticket/:id'),
  companyCreateTicketEdit: signedIn('/company/:companyId/create-ticket/edit/:id'),
  companyChangeAssignee: signedIn('/company/:companyId/change-assignee'),
  companyChangeAssigneeOne: signedIn('/company/:companyId/change-assignee/:id'),
  companyChangeAssigneeEdit: signedIn('/company/:companyId/change-assignee/edit/:id'),
  companyChangeTicketState: signedIn('/company/:companyId/change-ticket-state'),
  companyChangeTicketStateOne: signedIn('/company/:companyId/change-ticket-state/:id'),
  companyChangeTicketStateEdit: signedIn('/company/:companyId/change-ticket-state/edit/:id'),
  companyCloseTickets: signedIn('/company/:companyId/close-tickets'),
  companyCloseTicketsOne: signedIn('/company/:companyId/close-tickets/:id'),
  companyCloseTicketsEdit: signedIn('/company/:companyId/close-tickets/edit/:id'),
  companyAssigneeAvailability: signedIn('/company/:companyId/assignee-availability/create'),
  companyAssigneeAvailabilityOne: signedIn('/company/:companyId/assignee-availability/create/:id'),
  companyAssigneeAvailabilityEdit: signedIn('/company/:companyId/assignee-availability/edit/:id'),
  companyTriggeredEventCreate: signedIn('/company/:companyId/triggered-events/create'),
  companyTriggeredEventEdit: signedIn('/company/:companyId/triggered-events/edit/:id'),

  dashboards: signedIn('/dashboard'),
  dashboard: signedIn('/dashboard/:dashboardId'),
  dashboardEditor: signedIn('/dashboard/:dashboardId/edit'),
  dashboardItems: signedIn('/dashboard-item'),
  dashboardItem: signedIn('/dashboard-item/:dashboardItemId'),
  dynamicDashboards: signedIn('/dynamic-dashboards'),
  dynamicDashboard: signedIn('/dynamic-dashboards/:dynamicDashboardId'),
  dynamicDashboardEditor: signedIn('/dynamic-dashboards/:dynamicDashboardId/editor'),
  report: signedIn('/report/:template?'),
  reportPerformances: signedIn('/report/performances'),
  reportTracers: signedIn('/report/tracers'),
  reportTickets: signedIn('/report/tickets'),
  reportVisits: signedIn('/report/visits'),
  reportReliability: signedIn('/report/reliability'),
  reportReplacement: signedIn('/report/replacement'),
  metrics: signedIn('/metrics'),
  metricsChangesValue: signedIn('/metrics-changes-value'),

  import: signedIn('/import'),
  importOne: signedIn('/import/:importId'),
  iotImport: signedIn('/iot/import'),
  gateways: signedIn('/iot/gateways'),
  gatewayTypes: signedIn('/iot/gateway-types'),
  sensors: signedIn('/iot/sensors'),
  sensorTypes: signedIn('/iot/sensor-types'),
  apiKeys: signedIn('/external-api/api-keys'),

  management: signedIn('/management'),
  companySettings: signedIn('/management/company'),
  labelReports: signedIn('/management/reports-by-label'),
  users: signedIn('/management/users'),
  userRights: signedIn('/management/users/:userId/rights'),
  roles: signedIn('/management/roles'),
  managementList: signedIn('/management/:referenceList'),
  securityLog: signedIn('/security-log'),
  installationHealth: signedIn('/management/health'),
  retention: signedIn('/management/retention'),
  signedLogChain: signedIn('/management/signed-logs'),
  journal: signedIn('/journal'),
  entityJournal: signedIn('/:entity/:entityId/journal'),
  companyEntityJournal: signedIn('/company/:companyId/:entity/:entityId/journal'),
  companyKindJournal: signedIn('/company/:companyId/:entity/journal'),
} as const satisfies Record<string, RouteSpec>

export type RouteName = keyof typeof routes
/**
 * The export of a feature's routes.tsx: `{ equipment: () =>
 * import('../app/EquipmentPage.tsx').then((page) => ({ Component: page.EquipmentPage })) }`.
 */
export type FeatureRoutes = Partial<Record<RouteName, () => Promise<{ Component: ComponentType }>>>
type PathOf<R extends RouteName> = (typeof routes)[R]['path']

type Names<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? Names<Head> | Names<Tail>
  : P extends `:${infer Name}?`
    ? { name: Name; optional: true }
    : P extends `:${infer Name}`
      ? { name: Name; optional: false }
      : never
type Required<P extends string> = Extract<Names<P>, { optional: false }>['name']
type Optional<P extends string> = Extract<Names<P>, { optional: true }>['name']
export type PathParams<R extends RouteName> = { [K in Required<PathOf<R>>]: string | number } & {
  [K in Optional<PathOf<R>>]?: string | number
}
type Search = Record<string, string | number | undefined>

export function pathTo<R extends RouteName>(
  route: R,
  ...[params, search]: [Required<PathOf<R>>] extends [never]
    ? [params?: PathParams<R>, search?: Search]
    : [params: PathParams<R>, search?: Search]
): string {
  const values: Record<string, string | number | undefined> = { ...params }
  const filled = routes[route].path.replace(/\/:(\w+)(\??)/g, (_whole, name: string) => {
    const value = values[name]
    return value === undefined ? '' : `/${encodeURIComponent(String(value))}`
  })
  const query = new URLSearchParams(
    Object.entries(search ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  )
  return (filled === '' ? '/' : filled) + (query.size === 0 ? '' : `?${query.toString()}`)
}

const notYetThere: Partial<Record<RouteName, string>> = {
  dashboardEditor: 'new',
  dynamicDashboardEditor: '0',
  floorPlan: 'new',
}
const isIdName = (name: string): boolean => name === 'id' || name.endsWith('Id')
/** The database's integer bounds ids; larger ones match nothing. */
const isIdText = (text: string): boolean =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647

const areas: readonly (string | undefined)[] = ['external-api', 'iot', 'management']

/**
 * The list of an address of two parts: `/iot/gateways` is the list of gateways, `/tickets/7` is a
 * ticket.
 */
export function listIn(area: string | undefined, list: string | undefined): string | undefined {
  return areas.includes(area) && list !== undefined && !/^\d/.test(list) ? list : undefined
}

export function hasValidIds(
  route: RouteName,
  params: Readonly<Partial<Record<string, string>>>,
): boolean {
  return Object.entries(params).every(
    ([name, text]) =>
      text === undefined ||
      !isIdName(name) ||
      isIdText(text) ||
      text === notYetThere[route] ||
      (route === 'entityJournal' && listIn(params['entity'], text) !== undefined),
  )
}

export function journalOf(pathname: string): string {
  return `${pathname.replace(/\/+$/, '')}/journal`
}

/** The screen after sign-in without another target. */
export const afterSignIn = pathTo('home')

const ORIGIN = 'http://this.page'

/**
 * A `next` address is accepted only if it is a path of this page as the browser parses it: the
 * browser skips tabs and line breaks, reads backslashes as slashes and resolves dots. The sign-out
 * page is not accepted.
 */
export function safeNext(next: string | null): string {
  if (next === null || !/^[/?#]/.test(next) || !URL.canParse(next, ORIGIN)) return afterSignIn
  const { origin, pathname, search, hash } = new URL(next, ORIGIN)
  const isOurs = origin === ORIGIN && !pathname.startsWith('//') && pathname !== routes.logout.path
  return isOurs ? pathname + search + hash : afterSignIn
}
