import { ticketViews } from '#contract/ticketViews.ts'
import { injectContract } from '#api/api.ts'

export const {
  useListTicketViewsQuery,
  useCountTicketViewsQuery,
  useCreateTicketViewMutation,
  useUpdateTicketViewMutation,
  useOrderTicketViewsMutation,
  useChooseTicketViewMutation,
  useDeleteTicketViewMutation,
  useRestoreTicketViewMutation,
} = injectContract(ticketViews)
