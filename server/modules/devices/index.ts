export { createGateway, deleteGateway, updateGateway } from './gateways.ts'
export { deviceHandlers } from './routes.ts'
