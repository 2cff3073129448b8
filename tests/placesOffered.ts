/**
 * Locations in memory that return the levels of their tree like the server, for component tests.
 */
import { http, HttpResponse } from 'msw'
import type { LevelRow } from '#contract/locations/locations.ts'

interface Place {
  id: number
  name: string
  parentId: number | null
}

/** A campus, its building and 6,000 rooms, named so that they sort by their number. */
export const manyRooms = (): Place[] => [
  { id: 1, name: 'Campus', parentId: null },
  { id: 2, name: 'Building', parentId: 1 },
  ...Array.from({ length: 6_000 }, (_room, index) => ({
    id: 10 + index,
    name: `Room ${String(index + 1).padStart(4, '0')}`,
    parentId: 2,
  })),
]

export function answerLevels(places: Place[]) {
  const byId = new Map(places.map((place) => [place.id, place]))
  const wayTo = (parentId: number | null): Place[] => {
    const outer = parentId === null ? undefined : byId.get(parentId)
    return outer === undefined ? [] : [...wayTo(outer.parentId), outer]
  }
  const rowOf = ({ id, name, parentId }: Place): LevelRow => ({
    id: id as LevelRow['id'],
    name,
    typeName: 'Room',
    inside: id < 10 ? places.filter((one) => one.parentId === id).length : 0,
    path: wayTo(parentId).map((one) => ({ id: one.id as LevelRow['id'], name: one.name })),
  })
  return http.post('http://localhost/api/locations/get-level', async ({ request }) => {
    const {
      parentId,
      search,
      ids,
      limit = 100,
      offset = 0,
    } = (await request.json()) as {
      parentId?: number | null
      search?: string
      ids?: number[]
      limit?: number
      offset?: number
    }
    const found = places.filter(
      (one) =>
        (parentId === undefined || one.parentId === parentId) &&
        (ids === undefined || ids.includes(one.id)) &&
        one.name.toLowerCase().includes((search ?? '').toLowerCase()),
    )
    return HttpResponse.json({
      count: found.length,
      rows: found.slice(offset, offset + limit).map(rowOf),
    })
  })
}
