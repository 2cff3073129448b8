export { peopleHandlers } from './routes.ts'
export {
  availabilityOf,
  hasNoRole,
  isInvited,
  one as oneUser,
  readable as readableUser,
} from './rows.ts'
export { makeAvailable, nameOf, untilOf } from './users.ts'
