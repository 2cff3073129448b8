import { procedureLogs } from '#contract/procedureLogs'
import { tickets } from '#contract/tickets'
import { referenceData } from '#contract/referenceData'
import { injectContract } from '../../api/api.ts'

export { equipmentCalls } from '../../entities/calls.ts'
export const { useListTicketsQuery } = injectContract(tickets)
export const { useListProcedureLogsQuery } = injectContract(procedureLogs)
export const { useListProgressMapsQuery, useBulkUpdateProgressMutation } =
  injectContract(referenceData)
