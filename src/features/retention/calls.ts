import { dataExports } from '#contract/dataExports.ts'
import { retention } from '#contract/retention.ts'
import { injectContract } from '#api/api.ts'

export const { useGetRetentionQuery, useLazyPreviewRetentionQuery, useSetRetentionMutation } =
  injectContract(retention)
export const {
  useListDataExportsQuery,
  useStartDataExportMutation,
  useCancelDataExportMutation,
  useRemoveDataExportMutation,
} = injectContract(dataExports)
