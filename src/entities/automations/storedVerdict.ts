/** Reads fields of stored verdicts, whose shape no schema checks. */
export type Box = Record<string, unknown>

export const asObject = (value: unknown): Box =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Box) : {}
export const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : null
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
export const memberOrUndefined = <T extends string>(
  values: readonly T[],
  value: unknown,
): T | undefined => values.find((one) => one === value)
