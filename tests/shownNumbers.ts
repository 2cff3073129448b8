import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

type Json = Record<string, unknown>

/** Paths such as `rows[].cards`, without ids and versions. */
export function numbersIn(endpoint: Endpoint): string[] {
  const json = z.toJSONSchema(endpoint.response, { io: 'output', unrepresentable: 'any' }) as Json
  return [...new Set(walk(json, ''))].filter((path) => !/(^|\.)(id|version)$/.test(path))
}

function walk(schema: Json, path: string): string[] {
  const options = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Json[] | undefined
  if (options !== undefined) return options.flatMap((option) => walk(option, path))
  const types = [schema['type']].flat()
  if (types.includes('array')) {
    const items = [schema['prefixItems'] ?? [], schema['items'] ?? []].flat() as Json[]
    return items.flatMap((item) => walk(item, `${path}[]`))
  }
  if (types.includes('object'))
    return Object.entries((schema['properties'] ?? {}) as Record<string, Json>).flatMap(
      ([key, inner]) => walk(inner, path === '' ? key : `${path}.${key}`),
    )
  const isNumber = types.includes('integer') || types.includes('number')
  return isNumber && !('idKind' in schema) ? [path] : []
}
