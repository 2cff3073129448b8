/**
 * The words of the security log (contract/security.ts), apart so that every endpoint may name one.
 */

/** Every kind of event, in the words of the page's `security` namespace. */
export const securityEventKinds = [
  'signedIn',
  'signInRefused',
  'lockedOut',
  'signedOut',
  'sessionsEnded',
  'secondStepAdded',
  'secondStepRemoved',
  'secondStepRefused',
  'recoveryCodeUsed',
  'recoveryCodesMade',
  'passwordChanged',
  'resetRequested',
  'invited',
  'emailChangeAsked',
  'emailChanged',
  'phoneChanged',
  'contactProven',
  'identityBound',
  'identityRefused',
  'signInReset',
  'rightRefused',
  'rightsChanged',
  'roleChanged',
  'userDeactivated',
  'userReactivated',
  'personAnonymised',
  'apiKeyMade',
  'apiKeyChanged',
  'apiKeyRemoved',
  'hookSecretMade',
  'exported',
  'personalDataViewed',
  'settingsChanged',
  'tooManyCalls',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]
