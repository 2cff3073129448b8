export { callsById } from './readCalls.ts'
