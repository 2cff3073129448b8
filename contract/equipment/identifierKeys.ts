/** The fields that say which product and piece the equipment is, and since when it is owned. */
export const identifierKeys = [
  'serialNumber',
  'manufacturer',
  'model',
  'gtin',
  'lot',
  'producedOn',
  'purchasedOn',
  'warrantyUntil',
] as const
export type IdentifierKey = (typeof identifierKeys)[number]
