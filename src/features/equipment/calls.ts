import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { tickets } from '#contract/tickets.ts'
import { statusBatches } from '#contract/equipment/statusBatches.ts'
import { injectContract } from '#api/api.ts'

export { equipmentCalls } from '#entities/calls/equipment.ts'
export const { useListTicketsQuery } = injectContract(tickets)
export const { useListProcedureLogsQuery } = injectContract(procedureLogs)
export const {
  usePreviewStatusBatchQuery,
  useStartStatusBatchMutation,
  useListStatusBatchesAtWorkQuery,
  useGetStatusBatchQuery,
  useCancelStatusBatchMutation,
  useUndoStatusBatchMutation,
} = injectContract(statusBatches)
