export { automationsOf, saveAutomations } from './automations.ts'
export { automationHandlers } from './routes.ts'
export { onProcedurePerformed } from './run.ts'
