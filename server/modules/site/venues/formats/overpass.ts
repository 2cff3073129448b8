/** Reads Overpass JSON, with references to nodes (`out body`) or with geometry (`out geom`). */
import type { Position } from '#contract/venue/shapes.ts'
import { fieldsOf, textOf } from '#contract/venue/texts.ts'
import type { OsmElements, Tags } from './osmElements.ts'
import { positionOf } from './osmXml.ts'

export const isOverpass = (data: Record<string, unknown>): boolean =>
  Array.isArray(data['elements']) &&
  data['elements'].some((one) =>
    ['node', 'way', 'relation'].includes(textOf(fieldsOf(one)['type'])),
  )

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export function readOverpass(data: Record<string, unknown>): OsmElements {
  const all = listOf(data['elements']).map(fieldsOf)
  const of = (type: string) => all.filter((one) => one['type'] === type)
  const nodes = of('node').map((one) => ({
    id: textOf(one['id']),
    at: positionOf(one['lon'], one['lat']),
    tags: tagsOf(one),
  }))
  const places = new Map(nodes.map(({ id, at }) => [id, at]))
  return {
    nodes,
    ways: of('way').map((one) => ({
      id: textOf(one['id']),
      corners:
        geometryOf(one) ?? listOf(one['nodes']).map((ref) => places.get(textOf(ref)) ?? null),
      tags: tagsOf(one),
    })),
    relations: of('relation').map((one) => ({
      id: textOf(one['id']),
      members: listOf(one['members']).map((entry) => {
        const member = fieldsOf(entry)
        return {
          type: textOf(member['type']),
          ref: textOf(member['ref']),
          role: textOf(member['role']),
          corners: geometryOf(member),
        }
      }),
      tags: tagsOf(one),
    })),
  }
}

/** Overpass writes null for corners outside the requested area. */
const geometryOf = (one: Record<string, unknown>): (Position | null)[] | null =>
  Array.isArray(one['geometry'])
    ? one['geometry'].map((corner) => {
        const { lon, lat } = fieldsOf(corner)
        return positionOf(lon, lat)
      })
    : null

const tagsOf = (one: Record<string, unknown>): Tags =>
  Object.fromEntries(
    Object.entries(fieldsOf(one['tags'])).map(([key, value]) => [key, textOf(value)]),
  )
