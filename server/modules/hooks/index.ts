export { addressShown, hostOf } from './address.ts'
export { hookHandlers } from './routes.ts'
export { payloadOf, queueDelivery } from './queue.ts'
export { deliverHooks, keepDelivering } from './deliver.ts'
