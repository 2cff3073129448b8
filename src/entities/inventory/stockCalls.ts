import { inventory } from '#contract/inventory.ts'
import { injectContract } from '#api/api.ts'

export const stockCalls = injectContract(inventory)
