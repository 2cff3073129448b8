import type { FaultCode } from './recurrence/ruleLines.ts'

/**
 * Why a valid, permitted call is refused (409). The page has a text for each code in every
 * language.
 */
export const conflictCodes = [
  'exportTooLong',
  'exportTooWide',
  'exportsRunning',
  'staleVersion',
  'tryAgain',
  'alreadyThere',
  /** `message`: the id of the procedure log recorded with this key. */
  'recordedDifferently',
  'taken',
  'hasBeacon',
  'otherMetric',
  'hasOwner',
  'fellowTypeFull',
  'foreignFellow',
  'tooManyFellows',
  /** `message`: the amount in stock. */
  'notEnough',
  /** `message`: the name of the user who reserved it. */
  'reserved',
  /** `message`: the maximum. */
  'tooManyReserved',
  'fixedInPlace',
  /** `message`: the equipment's status. */
  'notUsable',
  'ofPerformance',
  'keptBoth',
  'stockLeft',
  'undoneAlready',
  /** Undoing the plan import would discard later changes. */
  'planChangedSince',
  'takenOverAlready',
  /** The import would remove other rooms than the user confirmed. */
  'planRemovesMore',
  /** The floor has drawn areas. `message`: the first names. */
  'areasDrawn',
  /** Only the user may change their own account. */
  'shared',
  /** The email address has an account; its owner accepts the invitation after sign-in. */
  'signInInstead',
  /** With a mail server, links are sent by email and never shown to an administrator. */
  'mailIsSetUp',
  'noMailServer',
  'switchFirst',
  'self',
  'locked',
  'lastAdministrator',
  'notInvited',
  /** Still in use. `message` of `inUse`: the number of uses; of `stateInUse`: the state. */
  'inUse',
  'heldByDeleted',
  'notEmpty',
  'stateInUse',
  'over',
  'retired',
  'noStates',
  /** `message`: the requested state. */
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
  /** `message`: the maximum number of survey points on a floor. */
  'surveyFull',
  /** Tags have covered too little of every floor. */
  'notCovered',
  'listensAlready',
  /** `message`: the user who records a survey point with the tag. */
  'tagListened',
  /** `message`: the maximum. */
  'zoneRulesFull',
  /** `message`: the maximum. */
  'tooManyDomains',
] as const
export type ConflictCode = (typeof conflictCodes)[number]

/** Codes of Zod issues (400). */
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

/** Why a recurrence rule is refused (400); `message`: the part of the rule and its value. */
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

/** Why a well-formed value is refused (400); `path` names it. */
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
  /** `message`: the maximum number of pixels of a picture. */
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
  'isJson',
  'isPdf',
  'isWebArchive',
  'noTable',
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
  'severalModels',
  'brokenModel',
  'notAPlan',
  'nowhere',
  'severalStarts',
  'farOutside',
  'outsideFloor',
  'inWall',
  'noBeacon',
  'noFloors',
  'planFarAway',
  'crossesItself',
  /** `message`: the room or the floor. */
  'planTooLarge',
  /** `message`: the room. */
  'roomOutsideFloor',
  /** `message`: the two rooms. */
  'roomsOverlap',
  /** `message`: the room next to it. */
  'doorAwayFromWall',
  'notAPlanPicture',
  'notThere',
  'tooMany',
] as const

export const sessionCodes = ['noToken', 'badToken', 'expired', 'ended'] as const

/** A device key that is refused (403). */
export const keyCodes = ['noKey', 'badKey', 'keyExpired', 'ipNotAllowed'] as const

/** The user lacks a permission, or must do something first (403). */
export const deniedCodes = [
  'missingPermission',
  'confirmFirst',
  'secondStepRequired',
  'beyondOwnRights',
  'otherWay',
  'providerOnly',
] as const

/** Deleted since (410). */
export const goneCodes = ['gone', 'fileGone'] as const

export type InputCode = (typeof shapeCodes | typeof ruleCodes | typeof valueCodes)[number]
export type SessionCode = (typeof sessionCodes)[number]
export type KeyCode = (typeof keyCodes)[number]
export type RefusalCode =
  | InputCode
  | SessionCode
  | KeyCode
  | ConflictCode
  | (typeof deniedCodes | typeof goneCodes)[number]
