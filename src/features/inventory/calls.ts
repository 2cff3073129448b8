import { inventory } from '#contract/inventory'
import { injectContract } from '../../api/api.ts'

export const stockCalls = injectContract(inventory)
