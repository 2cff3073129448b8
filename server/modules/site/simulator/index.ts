export { populate } from './populate.ts'
export {
  isSimulated,
  simulatedCompanies,
  simulatorState,
  startSimulator,
  switchSimulator,
} from './simulator.ts'
