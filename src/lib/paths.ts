/** Every address of the product (spec section 2). All links come from here: `pathTo('equipment')`,
 *  `pathTo('equipmentRelated', { equipmentId: 12 })`. Pure, so any layer may import it. */
import type { ComponentType } from 'react'

/**
 * `built: false` is registered and says honestly that it is not there yet; it stays out of the
 * navigation.
 */
interface RouteSpec {
  path: string
  built: boolean
  access?: 'public'
}

const built = (path: string) => ({ path, built: true }) as const
const open = (path: string) => ({ path, built: true, access: 'public' }) as const
const later = (path: string) => ({ path, built: false }) as const

export const routes = {
  home: built('/'),
  /**
   * First among those of two parts: `/automation-center/journal` is the journal, not an automation
   * of that number.
   */
  kindJournal: built('/:entity/journal'),
  login: open('/login'),
  logout: open('/logout'),
  setup: open('/setup'),
  resetPassword: open('/reset-password'),
  outbox: open('/outbox'),
  auth0Callback: open('/auth0-callback'),
  authCallback: open('/auth-callback'),
  secondStepSetUp: open('/second-step'),
  account: built('/account'),
  switchCompany: built('/switch-company/:companyId'),

  myWork: built('/my-work'),
  procedures: built('/procedure'),
  procedureNew: built('/procedure/new'),
  procedure: built('/procedure/:procedureId'),
  procedureEditor: built('/procedure/:procedureId/edit'),
  procedurePerform: built('/procedure/:procedureId/perform'),
  procedureAutomations: built('/procedure/:procedureId/automation-center'),
  procedureTicketCenter: built('/procedure/:procedureId/ticket-center'),
  procedureLogs: built('/procedure-log'),
  procedureLog: built('/procedure-log/:procedureLogId'),
  signedLogVerify: open('/signed-log/verify'),
  /** By a short-lived address for anybody; without one, for who is signed in and may see the log. */
  signedLog: open('/signed-log/:procedureLogId'),
  logicDependency: built('/logic-dependency/:surveyQuestionId?'),
  tickets: built('/tickets'),
  ticket: built('/tickets/:ticketId'),
  schedules: built('/rrule'),
  scheduleNew: built('/rrule/new'),
  schedule: built('/rrule/:ruleId'),
  scheduleEditor: built('/rrule/:ruleId/edit'),

  equipment: built('/equipment'),
  equipmentOne: built('/equipment/:equipmentId'),
  equipmentRelated: later('/related-card/:equipmentId'),
  equipmentStatus: built('/equipment-status'),
  equipmentStatusOne: built('/equipment-status/:equipmentStatusId'),
  equipmentSchedules: built('/equipment-schedules'),
  equipmentHeatmap: built('/equipment-heatmap/:equipmentId?'),
  fellowEquipment: built('/fellow-equipment/:equipmentId?'),
  fellowEquipmentType: built('/fellow-equipment-type'),
  locations: built('/locations'),
  inventory: built('/inventory'),
  filterObjectEditor: built('/filter-object-editor'),
  orgEntities: later('/org-entities'),
  mapping: built('/mapping'),
  venueImport: built('/mapping/import'),
  mobileMapping: built('/mobile-mapping'),
  nearestEquipment: built('/nearest-equipment/:equipmentId?'),
  nearestAllEquipment: built('/nearest-all-equipment'),
  nearestEquipmentHistory: built('/nearest-equipment-history/:equipmentId?'),

  automationCenter: built('/automation-center'),
  automation: built('/automation-center/:automationId'),
  ticketCenter: built('/ticket-center'),
  triggeredEvents: built('/triggered-events'),
  companyAutomations: built('/company/:companyId/automation-center'),
  companyTicketCenter: built('/company/:companyId/ticket-center'),
  companyCreateTicket: built('/company/:companyId/create-ticket'),
  companyCreateTicketOne: built('/company/:companyId/create-ticket/:id'),
  companyCreateTicketEdit: built('/company/:companyId/create-ticket/edit/:id'),
  companyChangeAssignee: built('/company/:companyId/change-assignee'),
  companyChangeAssigneeOne: built('/company/:companyId/change-assignee/:id'),
  companyChangeAssigneeEdit: built('/company/:companyId/change-assignee/edit/:id'),
  companyChangeTicketState: built('/company/:companyId/change-ticket-state'),
  companyChangeTicketStateOne: built('/company/:companyId/change-ticket-state/:id'),
  companyChangeTicketStateEdit: built('/company/:companyId/change-ticket-state/edit/:id'),
  companyCloseTickets: built('/company/:companyId/close-tickets'),
  companyCloseTicketsOne: built('/company/:companyId/close-tickets/:id'),
  companyCloseTicketsEdit: built('/company/:companyId/close-tickets/edit/:id'),
  companyAssigneeAvailability: built('/company/:companyId/assignee-availability/create'),
  companyAssigneeAvailabilityOne: built('/company/:companyId/assignee-availability/create/:id'),
  companyAssigneeAvailabilityEdit: built('/company/:companyId/assignee-availability/edit/:id'),
  companyTriggeredEventCreate: built('/company/:companyId/triggered-events/create'),
  companyTriggeredEventEdit: built('/company/:companyId/triggered-events/edit/:id'),

  dashboards: built('/dashboard'),
  dashboard: built('/dashboard/:dashboardId'),
  dashboardEditor: built('/dashboard/:dashboardId/edit'),
  dashboardItems: built('/dashboard-item'),
  dashboardItem: built('/dashboard-item/:dashboardItemId'),
  dynamicDashboards: built('/dynamic-dashboards'),
  dynamicDashboard: built('/dynamic-dashboards/:dynamicDashboardId'),
  dynamicDashboardEditor: built('/dynamic-dashboards/:dynamicDashboardId/editor'),
  report: built('/report/:template?'),
  reportPerformances: built('/report/performances'),
  reportTracers: built('/report/tracers'),
  metrics: built('/metrics'),
  metricsChangesValue: built('/metrics-changes-value'),

  import: built('/import'),
  importOne: built('/import/:importId'),
  iotImport: later('/iot/import'),
  gateways: built('/iot/gateways'),
  gatewayTypes: built('/iot/gateway-types'),
  sensors: later('/iot/sensors'),
  sensorTypes: later('/iot/sensor-types'),
  apiKeys: built('/external-api/api-keys'),

  management: built('/management'),
  companySettings: built('/management/company'),
  users: built('/management/users'),
  userRights: built('/management/users/:userId/rights'),
  roles: built('/management/roles'),
  managementList: built('/management/:referenceList'),
  securityLog: built('/security-log'),
  signedLogChain: built('/management/signed-logs'),
  journal: built('/journal'),
  entityJournal: built('/:entity/:entityId/journal'),
  companyEntityJournal: built('/company/:companyId/:entity/:entityId/journal'),
  companyKindJournal: built('/company/:companyId/:entity/journal'),
} as const satisfies Record<string, RouteSpec>

export type RouteName = keyof typeof routes
/**
 * What a feature's routes.tsx exports: `{ equipment: () =>
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

/**
 * The address of a screen. Parameters its path names are typed; `search` becomes the query string.
 */
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

/** What is not there yet has an address too. */
const notYetThere: Partial<Record<RouteName, string>> = {
  dashboardEditor: 'new',
  dynamicDashboardEditor: '0',
}
const isIdName = (name: string): boolean => name === 'id' || name.endsWith('Id')
/** Numbers are as large as the database keeps them; of a larger one there is nothing. */
const isIdText = (text: string): boolean =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647

/** Whether what stands for a number in an address is one: `/dashboard/abc` is of nothing. */
export function isOfSomething(
  route: RouteName,
  params: Readonly<Partial<Record<string, string>>>,
): boolean {
  return Object.entries(params).every(
    ([name, text]) =>
      text === undefined || !isIdName(name) || isIdText(text) || text === notYetThere[route],
  )
}

/** The journal of what is on screen: `/journal` after the current path (spec section 2). */
export function journalOf(pathname: string): string {
  return `${pathname.replace(/\/+$/, '')}/journal`
}

/** Where one lands when nothing else was asked for. */
export const afterSignIn = pathTo('equipment')

const ORIGIN = 'http://this.page'

/**
 * A `next` address is ours only when it is a path of this page as the browser reads it: it skips
 * tabs and line breaks, takes a backslash for a slash and resolves dots. Signing out is nowhere to
 * go to.
 */
export function safeNext(next: string | null): string {
  if (next === null || !/^[/?#]/.test(next) || !URL.canParse(next, ORIGIN)) return afterSignIn
  const { origin, pathname, search, hash } = new URL(next, ORIGIN)
  const isOurs = origin === ORIGIN && !pathname.startsWith('//') && pathname !== routes.logout.path
  return isOurs ? pathname + search + hash : afterSignIn
}
