import { equipmentFiles } from '#contract/equipmentFiles.ts'
import { injectContract } from '#api/api.ts'

export const equipmentFileCalls = injectContract(equipmentFiles)
