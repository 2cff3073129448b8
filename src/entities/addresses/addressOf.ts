/** The address of an entity. One without its own page opens where it is managed. */
import type { JournalEntity } from '#contract/journal/journal.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import { pathTo } from '#lib/paths.ts'

const referenceList = (slug: string) => (id: number) =>
  pathTo('managementList', { referenceList: slug }, { id })

const addresses: Partial<Record<ReferenceKind | JournalEntity, (id: number) => string>> = {
  equipment: (id) => pathTo('equipment', undefined, { id }),
  location: (id) => pathTo('locations', undefined, { id }),
  procedure: (procedureId) => pathTo('procedure', { procedureId }),
  procedureLog: (procedureLogId) => pathTo('procedureLog', { procedureLogId }),
  ticket: (ticketId) => pathTo('ticket', { ticketId }),
  automation: (automationId) => pathTo('automation', { automationId }),
  user: (id) => pathTo('users', undefined, { id }),
  role: (id) => pathTo('roles', undefined, { id }),
  company: () => pathTo('companySettings'),
  rrule: (ruleId) => pathTo('schedule', { ruleId }),
  import: (importId) => pathTo('importOne', { importId }),
  gateway: (id) => pathTo('gateways', undefined, { id }),
  sensor: (id) => pathTo('sensors', undefined, { id }),
  sensorType: (id) => pathTo('sensorTypes', undefined, { id }),
  duty: (id) => pathTo('duties', undefined, { id }),
  zoneRule: (id) => pathTo('zones', undefined, { view: 'alerts', id }),
  area: (id) => pathTo('zones', undefined, { view: 'areas', id }),
  apiKey: (id) => pathTo('apiKeys', undefined, { id }),
  dashboard: (dashboardId) => pathTo('dashboard', { dashboardId }),
  dashboardItem: (dashboardItemId) => pathTo('dashboardItem', { dashboardItemId }),
  dynamicDashboard: (dynamicDashboardId) => pathTo('dynamicDashboard', { dynamicDashboardId }),
  equipmentType: referenceList('equipment-types'),
  equipmentStatus: referenceList('equipment-statuses'),
  locationType: referenceList('location-types'),
  tag: referenceList('tags'),
  procedureType: referenceList('procedure-types'),
  ticketType: referenceList('ticket-types'),
  metadataField: referenceList('metadata-fields'),
  apiHook: referenceList('api-hooks'),
  assignRule: referenceList('ticket-assign-rules'),
  inventoryItem: referenceList('inventory-items'),
  validationType: referenceList('validation-types'),
  progressMap: referenceList('progress-maps'),
  orgEntity: (id) => pathTo('orgEntities', undefined, { id }),
  meterType: (id) => pathTo('managementList', { referenceList: 'meter-types' }, { id }),
  fellowType: (id) => pathTo('fellowEquipmentType', undefined, { id }),
}

export const addressOf = (kind: ReferenceKind | JournalEntity, id: number): string | undefined =>
  addresses[kind]?.(id)
