import { listExports } from '#contract/listExports.ts'
import { injectContract } from '#api/api.ts'

export const { useStartListExportMutation, useGetListExportQuery, useCancelListExportMutation } =
  injectContract(listExports)
