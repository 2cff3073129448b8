import type { FaultCode } from './recurrence/ruleLines.ts'

/**
 * What a call may be refused for though it was well formed and allowed (409). The page has words
 * for each, in every language.
 */
export const conflictCodes = [
  'exportTooLong',
  'staleVersion',
  'tryAgain',
  'alreadyThere',
  /** `message`: the log that was recorded. */
  'recordedDifferently',
  'taken',
  'hasBeacon',
  /** What was measured is of another kind. */
  'otherMetric',
  'hasOwner',
  'fellowTypeFull',
  'foreignFellow',
  'tooManyFellows',
  /** `message`: how much there is. */
  'notEnough',
  /** `message`: by whom. */
  'reserved',
  /** `message`: so many at most. */
  'tooManyReserved',
  'fixedInPlace',
  /** `message`: the status that says so. */
  'notUsable',
  'ofPerformance',
  'keptBoth',
  'stockLeft',
  'undoneAlready',
  /** Taking an import back would lose work that was done since. */
  'planChangedSince',
  /** A plan that was taken over is not taken over twice. */
  'takenOverAlready',
  /** It would remove other rooms than were shown. */
  'planRemovesMore',
  /** Areas are drawn on the floor. `message`: the names of the first. */
  'areasDrawn',
  /** Only the person themselves may change this. */
  'shared',
  /** The address has an account: its owner accepts the invitation there. */
  'signInInstead',
  /** The link is sent by mail, and not handed over. */
  'mailIsSetUp',
  'noMailServer',
  /** Go on in that company first. */
  'switchFirst',
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
  /** `message`: so many points of a survey a floor takes. */
  'surveyFull',
  /** Tags went through too little of every floor. */
  'notCovered',
  /** A tag is listened to for one point at a time. */
  'listensAlready',
  /** `message`: who listens to it. */
  'tagListened',
  /** `message`: so many at most. */
  'zoneRulesFull',
  /** `message`: so many at most. */
  'tooManyDomains',
] as const
export type ConflictCode = (typeof conflictCodes)[number]

/** What a schema found: the names of its issues (400). */
export const shapeCodes = [
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'invalid_key',
  'invalid_element',
  'invalid_union',
  'unrecognized_keys',
  'not_multiple_of',
  'custom',
  'too_big',
  'too_small',
] as const

/** What makes a schedule's rule unusable (400); `message`: the part and what was given there. */
export const ruleCodes = [
  'unknownLine',
  'severalRules',
  'noRule',
  'unknownPart',
  'duplicatePart',
  'notUnderstood',
  'unknownZone',
  'noFrequency',
  'unknownFrequency',
  'noSeconds',
  'outOfRange',
  'countAndUntil',
  'untilBeforeStart',
  'endsTooFar',
  'otherZone',
  'otherStart',
  'notWithFrequency',
  'ordinalNotAllowed',
  'positionAlone',
  'neverMatches',
  'endBeforeStart',
  'allExcluded',
  'alwaysSkipped',
] as const satisfies readonly FaultCode[]

/** A value that was well formed and still cannot be taken (400); `path` says which. */
export const valueCodes = [
  'required',
  'duplicate',
  'unexpected',
  'reversed',
  'invalid',
  'wrongKind',
  'wrongLength',
  'wrongType',
  'notAChoice',
  'notADate',
  'noChoices',
  'sameChoice',
  'choicesUnused',
  'circle',
  'fellowOfItself',
  'fellowCircle',
  'orgTooDeep',
  'noFellowType',
  'same',
  'full',
  'range',
  'unstorable',
  'unreadable',
  'tooLarge',
  /** A picture. `message`: how many it may have. */
  'tooManyPixels',
  'tooDeep',
  'tooMuchWork',
  'empty',
  'notMultipart',
  'wrongCredentials',
  'wrongOtp',
  'wrongCode',
  'wrongPasskey',
  'identityRefused',
  'noAccount',
  'tooCommon',
  'ownWords',
  'samePassword',
  'beginFirst',
  'notConfigured',
  'noProvider',
  'notAPicture',
  'notADomain',
  'asksOtherwise',
  'otherProcedure',
  'otherQuestion',
  'otherType',
  'doesNotFit',
  'notAPerson',
  'noStep',
  'tooSlow',
  'unknownFormat',
  'notAList',
  'noGateway',
  'noReadings',
  'notDecoded',
  'beyondRange',
  'tooManyRows',
  'tooManyColumns',
  'noHeading',
  'noRows',
  'unclosedQuote',
  'badEncoding',
  'unpacksTooLarge',
  'sheetTooLarge',
  'oldExcel',
  'unknownSheet',
  'aboveMaximum',
  'belowMinimum',
  'breaksPattern',
  'hidden',
  'unknownAnswer',
  'oneTarget',
  'wrongTarget',
  'wrongEquipmentType',
  'notEarlier',
  'tooManyPoints',
  'outOfReach',
  'spanTooLong',
  'tooMuch',
  'brokenArchive',
  'notJson',
  'nowhere',
  'severalStarts',
  'farOutside',
  'outsideFloor',
  'inWall',
  'noBeacon',
  'noFloors',
  'planFarAway',
  'crossesItself',
  /** `message`: the room, or the floor. */
  'planTooLarge',
  /** `message`: the room. */
  'roomOutsideFloor',
  /** `message`: the two rooms. */
  'roomsOverlap',
  /** `message`: the room beside it. */
  'doorAwayFromWall',
  'notAPlanPicture',
  'notThere',
  'tooMany',
] as const

/** No session, or one that is over (401). */
export const sessionCodes = ['noToken', 'badToken', 'expired', 'ended'] as const

/** A device's key that may not be used (403). */
export const keyCodes = ['noKey', 'badKey', 'keyExpired', 'ipNotAllowed'] as const

/** What this person may not do, or not yet (403). */
export const deniedCodes = [
  'missingPermission',
  'confirmFirst',
  'secondStepRequired',
  'beyondOwnRights',
  'otherWay',
  'providerOnly',
] as const

/** What was there and is no more (410). */
export const goneCodes = ['gone', 'fileGone'] as const

export type InputCode = (typeof shapeCodes | typeof ruleCodes | typeof valueCodes)[number]
export type SessionCode = (typeof sessionCodes)[number]
export type KeyCode = (typeof keyCodes)[number]
/** Every code that a refusal of this server may carry; docs/errors.md says what each means. */
export type RefusalCode =
  | InputCode
  | SessionCode
  | KeyCode
  | ConflictCode
  | (typeof deniedCodes | typeof goneCodes)[number]
