import { roundField } from '#entities/recurrence/round.ts'
import { inAddress } from '#lib/addressState.ts'

/** Where a procedure is done, and then the log it became or the name under which it waits. */
export const performAddress = {
  equipmentId: inAddress.id(),
  locationId: inAddress.id(),
  /** One that was sent off, came back and is taken up again. */
  again: inAddress.text(),
  waiting: inAddress.text(),
  logId: inAddress.id(),
  /** In a round: the places after this one, and how many it has. */
  round: roundField,
  of: inAddress.id(),
}
