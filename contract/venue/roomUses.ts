/** Uses of rooms, apart from the rules that find them (`roomUse.ts`), which few pages need. */
export const roomUses = [
  'care',
  'treatment',
  'office',
  'public',
  'store',
  'technical',
  'sanitary',
  'circulation',
  'closed',
  'other',
] as const
export type RoomUse = (typeof roomUses)[number]
