export { append } from './chain.ts'
export { contentOf } from './content.ts'
export { signedLogHandlers } from './routes.ts'
export { isSealed, sealPerformance } from './seal.ts'
