export { confirmSecret, newSecret } from './authenticator.ts'
export {
  askNewPasskey,
  askPasskey,
  savePasskeyUse,
  ownPasskeys,
  passkeyOf,
  verifyNew,
} from './passkeys.ts'
export { countUnusedCodes, makeRecoveryCodes } from './recovery.ts'
export { relyingPartyOf } from './relyingParty.ts'
export { beginStep, markStepUsed, consumeStep, type Step } from './steps.ts'
export {
  askStep,
  authenticatorOf,
  challengeOf,
  checkKey,
  forgetSteps,
  checkAnswer,
  secondStepMethods,
  type Answer,
} from './ways.ts'
export { notifyChange } from './tell.ts'
