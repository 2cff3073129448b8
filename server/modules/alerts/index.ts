export {
  notifyStatusChanged,
  notifyTicketCommented,
  notifyTicketGiven,
  notifyTicketsMoved,
  notifyTicketOpened,
  notifyTicketsOpened,
} from './happenings.ts'
export { beginLasting, endLasting } from './lasting.ts'
export { beginStockLow, endStockLow } from './stockLow.ts'
export { beginPlaceAlert, beginThingAlerts, endZoneAlerts, mailThingAlerts } from './zoneAlert.ts'
export { countKeepers } from './thingKeepers.ts'
export { recipientsOf, recipientsOfAll, type About, type AlertsSent } from './recipients.ts'
export { alertHandlers } from './routes.ts'
export { notifyNobodyEligible, tellAll, type Telling } from './send.ts'
