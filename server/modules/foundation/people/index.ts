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
export { fieldsBeyond, isAdministrator, notOnlyInvited, withdrawInvitation } from './byImport.ts'
export { exportColumns, peopleExport } from './exportRows.ts'
export { invitationsLeft, inviteUser } from './invitations.ts'
export { permissionsOfRoles } from './refuseBeyond.ts'
export { selectUsers, type Selected as SelectedUser } from './rows.ts'
export { updateUser } from './users.ts'
