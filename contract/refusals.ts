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
  /** `recordedDifferently`: `message` is the id of the procedure log recorded with this key. */
  'recordedDifferently',
  'taken',
  'hasBeacon',
  'otherMetric',
  'otherSource',
  /** `otherUnit`: `message` is the unit of the readings. */
  'otherUnit',
  'meterOfType',
  /** `tooManyMeters`: `message` is the maximum. */
  'tooManyMeters',
  'hasOwner',
  'fellowTypeFull',
  'foreignFellow',
  'tooManyFellows',
  /** `notEnough`: `message` is the amount in stock. */
  'notEnough',
  /** `reserved`: `message` is the name of the user who reserved it. */
  'reserved',
  /** `tooManyReserved`: `message` is the maximum. */
  'tooManyReserved',
  'fixedInPlace',
  /** `notUsable`: `message` is the equipment's status. */
  'notUsable',
  'ofPerformance',
  'keptBoth',
  'stockLeft',
  'undoneAlready',
  /** Undoing the plan import would discard later changes. */
  'planChangedSince',
  'takenOverAlready',
  /** The import would remove rooms that the user did not confirm. */
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
  /** The person cannot work on the ticket. `message`: the name. */
  'inactive',
  'mayNotSeeEquipment',
  'mayNotSeeLocation',
  'mayNotHandleTickets',
  /** `cannotTakeAll`: `message` is the number of tickets that the new assignee cannot see. */
  'cannotTakeAll',
  'retired',
  'noStates',
  /** `transitionNotAllowed`: `message` is the requested state. */
  'transitionNotAllowed',
  /** Closing needs an answer that is missing. */
  'failureMissing',
  /** `procedureFirst`: `message` is the procedure that must be done before the ticket closes. */
  'procedureFirst',
  /** The other field belongs to equipment, locations or tickets, and this one does not. */
  'otherOwner',
  /** `valuesAffected`: `message` is the number of stored values that would not fit any more. */
  'valuesAffected',
  /** `ticketClosed`, `ticketHasMerged`, `mergeTooOld`: `message` is the title of the ticket. */
  'ticketClosed',
  'ticketHasMerged',
  'mergeTooOld',
  /** `ticketMerged`: `message` is the number of the ticket to continue with. */
  'ticketMerged',
  /** `tooManyLinks`: `message` is the maximum. */
  'tooManyLinks',
  /** `tooManyEntries`, `tooManyParts`, `tooManyCosts`: `message` is the maximum of a ticket. */
  'tooManyEntries',
  'tooManyParts',
  'tooManyCosts',
  /** `tooManyViews`: `message` is the maximum of a person, or of shared views. */
  'tooManyViews',
  'workNotRecorded',
  /** `workDayFull`: `message` is how many minutes still fit into the person's day. */
  'workDayFull',
  'noCurrency',
  /** The company has costs or prices in the former currency. */
  'currencyInUse',
  'alreadyDone',
  'didNotApply',
  'guarded',
  'wrongStatus',
  'wayClosed',
  'noSecondStep',
  'tooManyPasskeys',
  'passkeyTaken',
  'lastSecondStep',
  'alreadySetUp',
  'proveProviderFirst',
  /** `surveyFull`: `message` is the maximum number of survey points on a floor. */
  'surveyFull',
  /** Tags have covered too little of every floor. */
  'notCovered',
  'listensAlready',
  /** `tagListened`: `message` is the user who records a survey point with the tag. */
  'tagListened',
  /** `zoneRulesFull`: `message` is the maximum. */
  'zoneRulesFull',
  /** `dutiesFull`, `dutyChangesFull`: `message` is the maximum. */
  'dutiesFull',
  'dutyChangesFull',
  'offerAnswered',
  /** `tooManyDomains`: `message` is the maximum. */
  'tooManyDomains',
  'pushOff',
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
  'latestBeforeEarliest',
] as const satisfies readonly FaultCode[]

/** Why a well-formed value is refused (400); `path` names it. */
export const valueCodes = [
  'required',
  'duplicate',
  'unexpected',
  'reversed',
  'belowLast',
  'aboveNext',
  /** `farAbove`: a leap, or more hours than have passed. */
  'farAbove',
  /** `beforeEquipment`: `message` is the first instant that is accepted. */
  'beforeEquipment',
  /** `belowReadings`: `message` is the highest value that a meter shows. */
  'belowReadings',
  'countsItself',
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
  'notOnDuty',
  'samePerson',
  'absencePast',
  'noShiftInDuty',
  'dutyTakerInactive',
  'dutyTakerMayNotSee',
  'dutyTakerMayNotHandle',
  'fellowCircle',
  'orgTooDeep',
  'noFellowType',
  'same',
  'full',
  'range',
  'unstorable',
  'unreadable',
  'tooLarge',
  /** `tooManyPixels`: `message` is the maximum number of pixels of a picture. */
  'tooManyPixels',
  /** `tooPrecise`: `message` is the number of decimals of the currency. */
  'tooPrecise',
  'notACurrency',
  'notACostFile',
  'future',
  /** `beforeTicket`: `message` is the first day that is accepted. */
  'beforeTicket',
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
  /** `planTooLarge`: `message` is the room or the floor. */
  'planTooLarge',
  /** `roomOutsideFloor`: `message` is the room. */
  'roomOutsideFloor',
  /** `roomsOverlap`: `message` names the two rooms. */
  'roomsOverlap',
  /** `doorAwayFromWall`: `message` is the room next to the door. */
  'doorAwayFromWall',
  'notAPlanPicture',
  'notThere',
  'tooMany',
] as const

export const sessionCodes = ['noToken', 'badToken', 'expired', 'ended'] as const

/** Why a device key is refused (403). */
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

/** The requested entity was deleted (410). */
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
