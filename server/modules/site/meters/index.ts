export { rateMeters } from './rates.ts'
export { meterHandlers } from './routes.ts'
export { settleMeters, settleMeterType, startMeters } from './settle.ts'
export { isCounted, totalAt } from './totalAt.ts'
