import { roundField } from '#entities/recurrence/round.ts'
import { inAddress } from '#lib/addressState.ts'

/**
 * Equipment or location of the procedure, then its log or the client key of a waiting submission.
 */
export const performAddress = {
  equipmentId: inAddress.id('equipment'),
  locationId: inAddress.id('location'),
  /** Client key of a refused submission that the user reopened. */
  again: inAddress.text(),
  waiting: inAddress.text(),
  logId: inAddress.id('procedureLog'),
  /** Remaining stops of the round, and its length. */
  round: roundField,
  of: inAddress.id('occurrence'),
}
