import { Parser } from 'htmlparser2'
import type { Position } from '#contract/venue/shapes.ts'
import { badInput } from '#kernel/http/errors.ts'
import type { OsmElements, Tags } from './osmElements.ts'

/**
 * Maximum of nodes, corners, members and tags together. A large station has a hundredth of this.
 */
const MAX_ELEMENTS = 3_000_000

export function readOsmXml(text: string): OsmElements {
  const elements: OsmElements = { nodes: [], ways: [], relations: [] }
  const places = new Map<string, Position>()
  let tags: Tags = {}
  let corners: string[] = []
  let members: OsmElements['relations'][number]['members'] = []
  /** JOSM keeps records of deleted elements. */
  let isDeleted = false
  let left = MAX_ELEMENTS
  const waysByRefs: { id: string; refs: string[]; tags: Tags }[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        left -= 1
        if (left < 0)
          throw badInput(
            'body.file',
            'tooLarge',
            'These plans are too large to take over at once; give them building by building.',
          )
        switch (name) {
          case 'node':
          case 'way':
          case 'relation':
            ;[tags, corners, members] = [{}, [], []]
            isDeleted = attributes['action'] === 'delete' || attributes['visible'] === 'false'
            if (name === 'node' && !isDeleted) {
              const at = positionOf(attributes['lon'], attributes['lat'])
              const id = attributes['id'] ?? ''
              if (at !== null) places.set(id, at)
              elements.nodes.push({ id, at, tags })
            } else if (name === 'way' && !isDeleted)
              waysByRefs.push({ id: attributes['id'] ?? '', refs: corners, tags })
            else if (name === 'relation' && !isDeleted)
              elements.relations.push({ id: attributes['id'] ?? '', members, tags })
            break
          case 'tag':
            tags[attributes['k'] ?? ''] = attributes['v'] ?? ''
            break
          case 'nd':
            corners.push(attributes['ref'] ?? '')
            break
          case 'member':
            members.push({
              type: attributes['type'] ?? '',
              ref: attributes['ref'] ?? '',
              role: attributes['role'] ?? '',
              corners: null,
            })
            break
          default:
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
  elements.ways = waysByRefs.map(({ id, refs, tags: own }) => ({
    id,
    tags: own,
    corners: refs.map((ref) => places.get(ref) ?? null),
  }))
  return elements
}

export function positionOf(longitude: unknown, latitude: unknown): Position | null {
  const [x, y] = [longitude, latitude].map((one) =>
    typeof one === 'string' && one.trim() !== '' ? Number(one) : one,
  )
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y)
    ? [x, y]
    : null
}
