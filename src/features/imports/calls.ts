import { imports } from '#contract/imports.ts'
import { injectContract } from '#api/api.ts'

export const {
  useListImportsQuery,
  useGetImportQuery,
  useCheckImportMutation,
  useRunImportMutation,
  useCancelImportMutation,
  useRereadImportMutation,
  useLazyGetImportUndoQuery,
  useUndoImportMutation,
} = injectContract(imports)
