export const faultCodes = [
  'notJson',
  'notGeoJson',
  'noGeometry',
  'badGeometry',
  'outOfRange',
  'unknownLevel',
  'selfCrossing',
  'roomOutsideFloor',
  'roomsOverlap',
  'doorAwayFromWall',
  'unknownKind',
  'duplicate',
  'farAway',
  'tooMany',
  'tooManyLevels',
  'unreadableLevel',
  'withoutLevel',
  'placeTaken',
  'withoutFloors',
  'noFloors',
  'shortNameCut',
  'partsLeftOut',
  'gridMissing',
  'gridAxesSwapped',
  'unknownGrid',
  'outsideGrid',
  'fileNotRead',
  'withoutPosition',
  'cutShort',
] as const
export type FaultCode = (typeof faultCodes)[number]
/** `feature` is its id or its index in the file. */
export interface VenueFault {
  file: string
  feature: string | null
  code: FaultCode
}

export const usesOfFeatures = [
  'building',
  'outline',
  'floor',
  'room',
  'door',
  'window',
  'wall',
  'name',
  'equipment',
] as const

/** Reasons for dropping a valid feature. */
export const reasonsToLeaveOut = [
  'furnishing',
  'pointOfInterest',
  'grouping',
  'detail',
  'address',
  'otherOutline',
  'withoutRoom',
  'noWall',
  'outside',
  'untyped',
  'path',
  'grossArea',
  'partOfRoom',
  'network',
] as const

export type Became =
  | (typeof usesOfFeatures)[number]
  | (typeof reasonsToLeaveOut)[number]
  | FaultCode

export interface FeatureCount {
  /** The file's own word, such as `unit` or `indoor=room`. */
  what: string
  became: Became
  count: number
}
