export { isFileOfVisibleCost } from './costs.ts'
export { ticketCostHandlers, ticketWorkHandlers } from './routes.ts'
