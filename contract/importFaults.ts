import { faultCodes } from './recurrence/ruleLines.ts'

export const importFaults = [
  'required',
  'tooLong',
  'notANumber',
  /** 12.345, and neither its column, the file nor the mapping tells the decimal sign. */
  'numberUnclear',
  'outOfRange',
  'duplicateKey',
  'unknownParent',
  'circle',
  'badEncoding',
  'wrongCellCount',
  'unclosedQuote',
  'unknownZone',
  'notABoolean',
  /** `orderUnclear`: 03/04/2026, and the mapping has no day order. */
  'notADay',
  'orderUnclear',
  'notAGtin',
  'refused',
  'fileGone',
  /**
   * `taken`: the code belongs to an entity hidden from the user. `notPermitted`: the user may not
   * choose this type. `cannotMake`: the user may not create this entity.
   */
  'taken',
  'notPermitted',
  'cannotMake',
  'notAnAddress',
  /** The user can see no such equipment, or several with that name. */
  'unknownEquipment',
  'ambiguousEquipment',
  'ambiguousPlace',
  /** Faults about rooms of plans. `roomTaken`: the room is already linked to another location. */
  'unknownRoom',
  'ambiguousRoom',
  'roomTaken',
  'strayCharacters',
  'severalLines',
  'unknownType',
  /** The equipment already has another device of this kind. */
  'alreadyFixed',
  /**
   * `notADeviceId`: not a device id, or the device has several sensors and the row names no type.
   */
  'notADeviceId',
  'severalSensors',
  'limitsReversed',
  'unknownOrgEntity',
  'ambiguousOrgEntity',
  'tooDeep',
  'unknownPerson',
  'unknownKind',
  /**
   * Faults of meter readings. `severalMeters`: the row does not say which. `countsItself`: nobody
   * types its readings.
   */
  'unknownMeter',
  'severalMeters',
  'countsItself',
  'inFuture',
  'beforeEquipment',
  'aboveMaximum',
  'unknownReadingKind',
  /** The old counter ended below its last reading. */
  'endsBelowLast',
  /** A value that does not fit its metadata field. */
  'notADay',
  'notAChoice',
  /** The owner allows no such fellow, and the user may not add a fellow type. */
  'noFellowType',
  'notAnEmail',
  'notAPhone',
  'notAnInstant',
  'notASpan',
  /** No record, or several, have this name. For lists without a fault code of their own. */
  'unknownName',
  'ambiguousName',
  /** The field of a stored record can only be changed elsewhere, where more input is required. */
  'cannotChange',
  'beyondOwnRights',
  'invitationsUsedUp',
  /** The stock has several lots, and the total does not tell which of them changed. */
  'severalLots',
  /** `timesReversed`: closed before it was opened, or closed in a state of another category. */
  'timesReversed',
  'transitionNotAllowed',
  'inFuture',
] as const

export const scheduleRefusals = [
  ...faultCodes,
  'wrongTarget',
  'wrongEquipmentType',
  'spanTooLong',
] as const
