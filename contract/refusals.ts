/**
 * What a call may be refused for though it was well formed and allowed (409). The page has words
 * for each, in every language.
 */
export const conflictCodes = [
  'staleVersion',
  'tryAgain',
  'alreadyThere',
  'taken',
  'hasBeacon',
  'shared',
  'self',
  'locked',
  'lastAdministrator',
  'notInvited',
  /** Something holds it. `message` of the first: how many; of `stateInUse`: the state. */
  'inUse',
  'heldByDeleted',
  'notEmpty',
  'stateInUse',
  'over',
  'retired',
  'noStates',
  /** `message`: the state that was asked for. */
  'transitionNotAllowed',
  'alreadyDone',
  'didNotApply',
  'wrongStatus',
  'wayClosed',
  'noSecondStep',
  'tooManyPasskeys',
  'passkeyTaken',
  'lastSecondStep',
  'alreadySetUp',
  'proveProviderFirst',
] as const
export type ConflictCode = (typeof conflictCodes)[number]

/** Why a question can never be answered (400), where the page has words for it. */
export const questionCodes = ['outOfReach', 'tooManyPoints'] as const
