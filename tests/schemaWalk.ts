/**
 * Finds places in an endpoint's input, through every branch of every union, with an input that
 * reaches each.
 */
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { sampleOf, valueOf } from './samples.ts'

type Json = Record<string, unknown>
export interface Place {
  part: 'params' | 'body'
  path: string
  schema: Json
  with(value: unknown): { params: Json; body: unknown }
}
type Rebuild = (value: unknown) => unknown
interface Found {
  path: string
  schema: Json
  rebuild: Rebuild
}

export function placesOf(
  endpoint: Endpoint,
  idOf: (kind: string) => number,
  isPlace: (schema: Json) => boolean,
): Place[] {
  const sample = sampleOf(endpoint, idOf)
  return (['params', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    if (schema instanceof z.ZodUndefined) return []
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
    return walk(json, '', idOf, isPlace).map((found): Place => ({
      part,
      path: found.path,
      schema: found.schema,
      with: (value) => ({ params: sample.params, body: sample.body, [part]: found.rebuild(value) }),
    }))
  })
}

function walk(
  schema: Json,
  path: string,
  idOf: (kind: string) => number,
  isPlace: (schema: Json) => boolean,
): Found[] {
  const own: Found[] = isPlace(schema) ? [{ path, schema, rebuild: (value) => value }] : []
  const options = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Json[] | undefined
  if (options) return [...own, ...options.flatMap((option) => walk(option, path, idOf, isPlace))]
  if (schema['type'] === 'array') {
    const inside = walk((schema['items'] ?? {}) as Json, `${path}[]`, idOf, isPlace)
    return [
      ...own,
      ...inside.map((found) => ({ ...found, rebuild: (value: unknown) => [found.rebuild(value)] })),
    ]
  }
  if (schema['type'] !== 'object') return own
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const whole = () => sampleFrom(schema, idOf) as Json
  const inside = properties.flatMap(([key, inner]) =>
    walk(inner, `${path}.${key}`, idOf, isPlace).map((found) => ({
      ...found,
      rebuild: (value: unknown) => ({ ...whole(), [key]: found.rebuild(value) }),
    })),
  )
  return [...own, ...inside]
}

function sampleFrom(schema: Json, idOf: (kind: string) => number): unknown {
  return valueOf(schema, [], (_path, kind) => idOf(kind))
}
