/**
 * Inputs generated from an endpoint's schema, with ids of the caller's choice, so that a test can
 * walk the whole contract.
 */
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

type Json = Record<string, unknown>
export interface IdPlace {
  part: 'params' | 'body'
  path: (string | number)[]
  kind: string
}
export interface Sample {
  params: Json
  body: unknown
  places: IdPlace[]
}

/**
 * A valid input with ids from `idOf`: with all optional fields, or with the `least` possible.
 * `places`: where each id is.
 */
export function sampleOf(
  endpoint: Endpoint,
  idOf: (kind: string) => number,
  fields: 'all' | 'least' = 'all',
): Sample {
  const places: IdPlace[] = []
  const half = (part: IdPlace['part'], schema: z.ZodType) => {
    if (schema instanceof z.ZodUndefined) return undefined
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
    return valueOf(fields === 'all' ? json : leastOf(json), [], (path, kind) => {
      places.push({ part, path, kind })
      return idOf(kind)
    })
  }
  return {
    params: (half('params', endpoint.params) ?? {}) as Json,
    body: half('body', endpoint.body),
    places,
  }
}

function leastOf(schema: Json): Json {
  const required = new Set((schema['required'] ?? []) as string[])
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  if (properties.length === 0) return schema
  return {
    ...schema,
    properties: Object.fromEntries(properties.filter(([key]) => required.has(key))),
  }
}

type TakeId = (path: (string | number)[], kind: string) => number

export function valueOf(schema: Json, path: (string | number)[], takeId: TakeId): unknown {
  if (typeof schema['idKind'] === 'string') return takeId(path, schema['idKind'])
  if (typeof schema['example'] === 'object' && schema['example'] !== null)
    return structuredClone(schema['example'])
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (options)
    return valueOf(options.find((option) => option['type'] !== 'null') ?? {}, path, takeId)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (Array.isArray(schema['allOf']))
    return valueOf(Object.assign({}, ...(schema['allOf'] as Json[])) as Json, path, takeId)
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([key, inner]) => [
          key,
          valueOf(inner, [...path, key], takeId),
        ]),
      )
    case 'array':
      return [valueOf((schema['items'] ?? {}) as Json, [...path, 0], takeId)]
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(schema)
  }
}

function textOf(schema: Json): string {
  if (typeof schema['example'] === 'string') return schema['example']
  switch (schema['format']) {
    case 'date-time':
      return '2026-11-20T08:00:00Z'
    case 'date':
      return '2026-11-20'
    case 'uuid':
      return crypto.randomUUID()
    default:
      return 'Sample1x'
  }
}

/** Returns the input with another value at one place. */
export function withAt(
  sample: Sample,
  place: IdPlace,
  value: unknown,
): { params: Json; body: unknown } {
  const copy = structuredClone({ params: sample.params, body: sample.body })
  let at = copy[place.part] as Json
  for (const key of place.path.slice(0, -1)) at = at[key] as Json
  const last = place.path.at(-1)
  if (last !== undefined) at[last] = value
  return copy
}
