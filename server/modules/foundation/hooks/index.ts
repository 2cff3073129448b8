export { addressShown, hostOf } from './address.ts'
export { hookHandlers } from './routes.ts'
export { payloadOf, queueDeliveries, type NewDelivery } from './queue.ts'
export { deliverHooks, startHookDelivery } from './deliver.ts'
