import { automations } from '#contract/automation/automation.ts'
import { injectContract } from '#api/api.ts'

export const automationCalls = injectContract(automations)
