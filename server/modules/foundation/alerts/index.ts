export {
  notifyStatusChanged,
  notifyTicketCommented,
  notifyTicketGiven,
  notifyTicketsGiven,
  notifyTicketsMoved,
  notifyTicketOpened,
  notifyTicketsOpened,
  notifyTicketsRepeated,
} from './notify.ts'
export { openIncidentAlert, closeIncidentAlert } from './incidentAlerts.ts'
export { beginStockLow, endStockLow } from './stockLow.ts'
export { beginPlaceAlert, beginThingAlerts, endZoneAlerts, mailThingAlerts } from './zoneAlert.ts'
export { eventTexts } from './eventTexts.ts'
export { saveCallAlert, sendCallMessages, saveDutyAlert } from './dutyAlert.ts'
export { countResponsible, responsibleFor } from './responsibleUsers.ts'
export { causeText, type Cause } from './texts.ts'
export { recipientsOf, recipientsOfAll, type About, type AlertsSent } from './recipients.ts'
export { alertHandlers } from './routes.ts'
export { notifyBusyRule, notifyNobodyEligible, publishAlerts, type Telling } from './send.ts'
export { alertExport } from './exportRows.ts'
export { shortTexts, type ShortText } from './shortTexts.ts'
