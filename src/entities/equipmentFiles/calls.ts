import { equipmentFiles } from '#contract/equipment/equipmentFiles.ts'
import { injectContract } from '#api/api.ts'

export const equipmentFileCalls = injectContract(equipmentFiles)
