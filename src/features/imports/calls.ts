import { imports } from '#contract/imports'
import { injectContract } from '../../api/api.ts'

export const {
  useListImportsQuery,
  useGetImportQuery,
  useCheckImportMutation,
  useRunImportMutation,
  useCancelImportMutation,
} = injectContract(imports)
