export { confirmSecret, newSecret } from './authenticator.ts'
export {
  askNewPasskey,
  askPasskey,
  keepUse,
  ownPasskeys,
  passkeyOf,
  verifyNew,
} from './passkeys.ts'
export { codesLeft, makeRecoveryCodes } from './recovery.ts'
export { relyingPartyOf } from './relyingParty.ts'
export { beginStep, spendStep, takeStep, type Step } from './steps.ts'
export {
  askStep,
  authenticatorOf,
  challengeOf,
  checkKey,
  forgetSteps,
  takeAnswer,
  waysOf,
  type Answer,
} from './ways.ts'
export { notifyChange } from './tell.ts'
