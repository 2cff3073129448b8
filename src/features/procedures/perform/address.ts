import { roundField } from '#entities/recurrence/round.ts'
import { inAddress } from '#lib/addressState.ts'

export const performAddress = {
  equipmentId: inAddress.id('equipment'),
  locationId: inAddress.id('location'),
  again: inAddress.text(),
  waiting: inAddress.text(),
  logId: inAddress.id('procedureLog'),
  round: roundField,
  /** The ticket that it is performed for. */
  ticketId: inAddress.id('ticket'),
  of: inAddress.id('occurrence'),
}
