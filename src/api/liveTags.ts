import { tagTypes, type Tag } from '#contract/endpoint.ts'

/** One tag of a live message, as the cache knows it. Empty for an unknown type. */
export function readTag(value: unknown): Tag[] {
  if (typeof value !== 'object' || value === null || !('type' in value)) return []
  const type = tagTypes.find((known) => known === value.type)
  if (type === undefined) return []
  const id = 'id' in value ? value.id : undefined
  return typeof id === 'number' || typeof id === 'string' ? [{ type, id }] : [type]
}
