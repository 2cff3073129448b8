export { listenToBroker } from './brokerLanes.ts'
export { createGateway, deleteGateway, isSilentGateway, updateGateway } from './gateways.ts'
export { keepKeyCalls, writeCalls } from './keyCalls.ts'
export { deviceHandlers } from './routes.ts'
