import { ticketBatches } from '#contract/ticketBatches.ts'
import { injectContract } from '#api/api.ts'

export const {
  usePreviewTicketBatchQuery,
  useLazyPreviewTicketBatchQuery,
  useChangeTicketsMutation,
  useUndoTicketBatchMutation,
} = injectContract(ticketBatches)
