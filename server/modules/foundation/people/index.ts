export { peopleHandlers, type HandOverTickets } from './routes.ts'
export {
  availabilityOf,
  hasNoRole,
  isInvited,
  one as oneUser,
  readable as readableUser,
} from './rows.ts'
export { nameOf, untilOf } from './membership.ts'
export { makeAvailable } from './users.ts'
export { leaveOwnCompany } from './leaving.ts'
