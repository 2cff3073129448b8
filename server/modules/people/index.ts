export { peopleHandlers } from './routes.ts'
export { availabilityOf, one as oneUser, readable as readableUser } from './rows.ts'
export { nameOf, untilOf } from './users.ts'
