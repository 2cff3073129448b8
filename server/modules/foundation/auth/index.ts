export { addMember, addPerson, makeCompany, type StandardRole } from './company.ts'
export { demoSignIns, type DemoSignIn } from './demoSignIns.ts'
export { normalEmail } from './members.ts'
export { hashPassword, passwordFits } from './passwords.ts'
export { readCommonPasswords } from './commonPasswords.ts'
export { loadChooser, refuseSamePassword, refuseWeakChoice } from './passwordChoice.ts'
export { otpMessage, proofMessage } from './messages.ts'

export {
  detachMembership,
  invitationsTo,
  joinMembership,
  refuseMembership,
  type MembershipKey,
} from './consent.ts'
export { invite, type Inviting } from './invitations.ts'
export { invitationHandlers } from './invitationRoutes.ts'
export { addressTaken, isInOtherCompany, cancelPendingProofs, personBy } from './proof.ts'
export { endLinks } from './links.ts'
export { markProved } from './proveAddress.ts'
export {
  unconfirmedAddress,
  askForAddress,
  handResetLink,
  notifyFormerAddress,
  notifyOfPhone,
} from './reset.ts'
export { consumeTextMessage } from './textMessages.ts'
export { authHandlers } from './routes.ts'
export { secondStepSignInHandlers } from './secondStep.ts'
export { confirmTries, endSessions, openSessions, passwordTries } from './sessions.ts'
export { forgetOldPlaces } from './places.ts'
export { forgetOldCounts } from './textMessages.ts'
export { countCompanies, dropSetupLinks, makeSetupLink, type CompanyCounts } from './setup.ts'
export { signInMethodHandlers } from './waysInRoutes.ts'
