export { flush, forgetFacts, forgetOldPositions, hear, keepPositions } from './engine.ts'
export { rtlsHandlers } from './routes.ts'
export { venueHandlers } from './venueRoutes.ts'
export { keepSimulator, simulatedCompanies } from './simulator.ts'
