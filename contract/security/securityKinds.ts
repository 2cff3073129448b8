/**
 * In a file of its own, so that every endpoint can name an event kind without importing the log's
 * contract.
 */

/** The page's `security` namespace has a text for each kind. */
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
  'resetLinkMade',
  'invited',
  'membershipAccepted',
  'membershipRefused',
  'membershipLeft',
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
