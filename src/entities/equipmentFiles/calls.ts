import { equipmentFiles } from '#contract/equipmentFiles'
import { injectContract } from '../../api/api.ts'

export const equipmentFileCalls = injectContract(equipmentFiles)
