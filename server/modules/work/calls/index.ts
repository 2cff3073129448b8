export { endCalls } from './endCalls.ts'
export { callEndsById, callsById } from './readCalls.ts'
export { ownCallOf } from './ownCall.ts'
