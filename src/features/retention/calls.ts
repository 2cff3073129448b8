import { dataExports } from '#contract/dataExports'
import { retention } from '#contract/retention'
import { injectContract } from '../../api/api.ts'

export const { useGetRetentionQuery, useLazyPreviewRetentionQuery, useSetRetentionMutation } =
  injectContract(retention)
export const {
  useListDataExportsQuery,
  useStartDataExportMutation,
  useCancelDataExportMutation,
  useRemoveDataExportMutation,
} = injectContract(dataExports)
