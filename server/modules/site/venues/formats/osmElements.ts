/**
 * Converts OpenStreetMap elements (XML 0.6 or Overpass JSON) to GeoJSON: tagged nodes and ways, and
 * multipolygon relations. Untagged elements only form the shape of others.
 */
import type { Position } from '#contract/venue/shapes.ts'

export type Tags = Record<string, string>
interface OsmNode {
  id: string
  at: Position | null
  tags: Tags
}
interface OsmWay {
  id: string
  /** Null for a corner that the file lacks. */
  corners: (Position | null)[]
  tags: Tags
}
interface OsmRelation {
  id: string
  members: { type: string; ref: string; role: string; corners: (Position | null)[] | null }[]
  tags: Tags
}
export interface OsmElements {
  nodes: OsmNode[]
  ways: OsmWay[]
  relations: OsmRelation[]
}

interface Related {
  role: string
  reltags: Tags
}

const isTagged = (tags: Tags): boolean => Object.keys(tags).length > 0
const isArea = ({ tags }: OsmRelation): boolean =>
  tags['type'] === 'multipolygon' && Object.keys(tags).length > 1

export function featuresOfOsm({ nodes, ways, relations }: OsmElements): Record<string, unknown>[] {
  const related = relatedOf(relations)
  const feature = (id: string, tags: Tags, geometry: object | null): Record<string, unknown> => ({
    type: 'Feature',
    id,
    properties: { '@id': id, tags, relations: related.get(id) ?? [] },
    geometry,
  })
  const byId = new Map(ways.map((way) => [way.id, way]))
  return [
    ...relations
      .filter(isArea)
      .map((relation) =>
        feature(`relation/${relation.id}`, relation.tags, areaOfRelation(relation, byId)),
      ),
    ...ways
      .filter(({ tags }) => isTagged(tags))
      .map(({ id, tags, corners }) => feature(`way/${id}`, tags, shapeOf(corners))),
    ...nodes
      .filter(({ tags }) => isTagged(tags))
      .map(({ id, tags, at }) =>
        feature(`node/${id}`, tags, at && { type: 'Point', coordinates: at }),
      ),
  ]
}

function relatedOf(relations: readonly OsmRelation[]): Map<string, Related[]> {
  const related = new Map<string, Related[]>()
  for (const { members, tags } of relations) {
    if (tags['type'] === 'multipolygon') continue
    for (const { type, ref, role } of members) {
      const key = `${type}/${ref}`
      related.set(key, [...(related.get(key) ?? []), { role, reltags: tags }])
    }
  }
  return related
}

const isSame = (a: Position | undefined, b: Position | undefined): boolean =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]

/** A way with missing corners would change its shape, so it is dropped. */
const whole = (corners: readonly (Position | null)[]): Position[] | null => {
  const known = corners.filter((corner) => corner !== null)
  return known.length < corners.length || known.length < 2 ? null : known
}

function shapeOf(corners: readonly (Position | null)[]): object | null {
  const line = whole(corners)
  if (line === null) return null
  return line.length >= 4 && isSame(line[0], line.at(-1))
    ? { type: 'Polygon', coordinates: [line] }
    : { type: 'LineString', coordinates: line }
}

function areaOfRelation(
  { members }: OsmRelation,
  ways: ReadonlyMap<string, OsmWay>,
): object | null {
  const linesOf = (isInner: boolean): Position[][] | null => {
    const lines: Position[][] = []
    for (const { type, ref, role, corners } of members) {
      if (type !== 'way' || (role === 'inner') !== isInner) continue
      const line = whole(corners ?? ways.get(ref)?.corners ?? [])
      if (line === null) return null
      lines.push(line)
    }
    return lines
  }
  const [outer, inner] = [linesOf(false), linesOf(true)]
  if (outer === null || inner === null) return null
  const [rings, holes] = [closed(outer), closed(inner)]
  if (rings === null || holes === null || rings.length === 0) return null
  return {
    type: 'MultiPolygon',
    coordinates: rings.map((ring) => [
      ring,
      ...holes.filter(([first]) => rings.length === 1 || (first && isInRing(ring, first))),
    ]),
  }
}

/** Joins ways at their ends. Null if a ring stays open. */
function closed(lines: readonly Position[][]): Position[][] | null {
  const keyOf = ([x, y]: Position) => `${x},${y}`
  const rings: Position[][] = []
  const byEnd = new Map<string, Position[][]>()
  const open = new Set<Position[]>()
  for (const line of lines) {
    const [first, last] = [line[0], line.at(-1)]
    if (first === undefined || last === undefined) continue
    if (isSame(first, last)) rings.push(line)
    else {
      open.add(line)
      for (const end of [first, last])
        byEnd.set(keyOf(end), [...(byEnd.get(keyOf(end)) ?? []), line])
    }
  }
  for (const start of open) {
    open.delete(start)
    const ring = [...start]
    while (!isSame(ring[0], ring.at(-1))) {
      const end = ring.at(-1) ?? [0, 0]
      const next = byEnd.get(keyOf(end))?.find((line) => open.has(line))
      if (next === undefined) return null
      open.delete(next)
      const [, ...rest] = isSame(next[0], end) ? next : next.toReversed()
      for (const corner of rest) ring.push(corner)
    }
    rings.push(ring)
  }
  return rings.some((ring) => ring.length < 4) ? null : rings
}

function isInRing(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[index === 0 ? ring.length - 1 : index - 1] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
