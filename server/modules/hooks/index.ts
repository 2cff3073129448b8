export { hookHandlers } from './routes.ts'
export { payloadOf, queueDelivery, type PayloadFacts } from './queue.ts'
export { deliverHooks, keepDelivering } from './deliver.ts'
