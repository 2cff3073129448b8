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
