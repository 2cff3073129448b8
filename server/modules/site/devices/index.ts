export { listenToBroker } from './brokerLanes.ts'
export { createGateway, deleteGateway, isSilentGateway, updateGateway } from './gateways.ts'
export { startKeyCallWriter, writeCalls } from './keyCalls.ts'
export { deviceHandlers } from './routes.ts'
