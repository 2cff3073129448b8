import { equipment } from '#contract/equipment/equipment.ts'
import { injectContract } from '#api/api.ts'

export const equipmentCalls = injectContract(equipment)
