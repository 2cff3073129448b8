export { peopleHandlers, type HandOverTickets } from './routes.ts'
export {
  availabilityOf,
  hasNoRole,
  isInvited,
  one as oneUser,
  journalUser,
  nameOf,
} from './rows.ts'
export { untilOf } from './membership.ts'
export { makeAvailable } from './users.ts'
export { leaveOwnCompany } from './leaving.ts'
