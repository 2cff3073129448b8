export { addressShown, hostOf } from './address.ts'
export { hookHandlers } from './routes.ts'
export { payloadOf, queueDeliveries, type NewDelivery } from './queue.ts'
export { deliverHooks, keepDelivering } from './deliver.ts'
