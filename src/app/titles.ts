/** Each route's title: a key of the `titles` namespace, in six languages. */
import type titles from '../../locales/en/titles.json'
import type { RouteName } from './paths.ts'

type TitleKey = keyof typeof titles

export const routeTitles: Record<RouteName, TitleKey> = {
  home: 'home', login: 'login', logout: 'logout', setup: 'setup', resetPassword: 'resetPassword', outbox: 'outbox', auth0Callback: 'corporateSignIn', authCallback: 'corporateSignIn', switchCompany: 'switchCompany', account: 'account', secondStepSetUp: 'secondStepSetUp',
  myWork: 'myWork', procedures: 'procedures', procedureNew: 'procedureEditor', procedure: 'procedure', procedureEditor: 'procedureEditor', procedurePerform: 'procedurePerform',
  procedureAutomations: 'automationCenter', procedureTicketCenter: 'ticketCenter', procedureLogs: 'procedureLogs', procedureLog: 'procedureLog',
  signedLog: 'signedLog', logicDependency: 'logicDependency', tickets: 'tickets', ticket: 'ticket', schedules: 'schedules', scheduleNew: 'scheduleEditor', schedule: 'schedule', scheduleEditor: 'scheduleEditor',
  equipment: 'equipment', equipmentOne: 'equipmentOne', equipmentRelated: 'equipmentRelated', equipmentStatus: 'equipmentStatus', equipmentStatusOne: 'equipmentStatus',
  equipmentSchedules: 'equipmentSchedules', equipmentHeatmap: 'equipmentHeatmap', fellowEquipment: 'fellowEquipment', fellowEquipmentType: 'fellowEquipmentType',
  locations: 'locations', filterObjectEditor: 'filterObjectEditor', orgEntities: 'orgEntities', mapping: 'mapping', venueImport: 'venueImport', mobileMapping: 'mapping',
  nearestEquipment: 'nearestEquipment', nearestAllEquipment: 'nearestEquipment', nearestEquipmentHistory: 'nearestEquipmentHistory',
  automationCenter: 'automationCenter', automation: 'automation', ticketCenter: 'ticketCenter', triggeredEvents: 'triggeredEvents',
  companyAutomations: 'automationCenter', companyTicketCenter: 'ticketCenter',
  companyCreateTicket: 'createTicket', companyCreateTicketOne: 'createTicket', companyCreateTicketEdit: 'createTicket',
  companyChangeAssignee: 'changeAssignee', companyChangeAssigneeOne: 'changeAssignee', companyChangeAssigneeEdit: 'changeAssignee',
  companyChangeTicketState: 'changeTicketState', companyChangeTicketStateOne: 'changeTicketState', companyChangeTicketStateEdit: 'changeTicketState',
  companyCloseTickets: 'closeTickets', companyCloseTicketsOne: 'closeTickets', companyCloseTicketsEdit: 'closeTickets',
  companyAssigneeAvailability: 'assigneeAvailability', companyAssigneeAvailabilityOne: 'assigneeAvailability', companyAssigneeAvailabilityEdit: 'assigneeAvailability',
  companyTriggeredEventCreate: 'triggeredEvents', companyTriggeredEventEdit: 'triggeredEvents',
  dashboards: 'dashboards', dashboard: 'dashboard', dashboardEditor: 'dashboard', dashboardItems: 'dashboardItems', dashboardItem: 'dashboardItem',
  dynamicDashboards: 'dynamicDashboards', dynamicDashboard: 'dynamicDashboards', dynamicDashboardEditor: 'dynamicDashboards',
  report: 'report', reportPerformances: 'reportPerformances', reportTracers: 'reportTracers', metrics: 'metrics', metricsChangesValue: 'metricsChangesValue',
  import: 'import', importOne: 'import', iotImport: 'iotImport', gateways: 'gateways', gatewayTypes: 'gatewayTypes', sensors: 'sensors', sensorTypes: 'sensorTypes', apiKeys: 'apiKeys',
  management: 'management', companySettings: 'companySettings', users: 'users', userRights: 'userRights', roles: 'roles', managementNoun: 'management', securityLog: 'securityLog', journal: 'journal', entityJournal: 'journal', companyEntityJournal: 'journal', companyKindJournal: 'journal', kindJournal: 'journal',
}

type Area = 'signIn' | 'signedLog' | 'logicDependency' | 'related' | 'organisation' | 'dashboards' | 'reports' | 'devices'

/** Which part of the product a route that is not built yet belongs to: what it will be, and what to use today. */
export const notBuiltAreas: Partial<Record<RouteName, Area>> = {
  resetPassword: 'signIn', auth0Callback: 'signIn', authCallback: 'signIn',
  signedLog: 'signedLog',
  equipmentRelated: 'related', fellowEquipment: 'related', fellowEquipmentType: 'related',
  orgEntities: 'organisation',
  dynamicDashboards: 'dashboards', dynamicDashboard: 'dashboards', dynamicDashboardEditor: 'dashboards',
  iotImport: 'devices', sensors: 'devices', sensorTypes: 'devices',
}
