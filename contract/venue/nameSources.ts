import type { PlannedBuilding, PlannedRoom, TextSource } from './plan.ts'
import { wordsOf } from './texts.ts'

const MAX_SOURCES = 8
const MAX_EXAMPLES = 3
/** Maximum characters. A longer text is a description. */
const LONGEST = 80
const LONGEST_KEY = 60
/** Maximum characters of all texts of a plan: a tenth of the largest plan. */
const MAX_TEXT = 800_000

/** Words in keys that usually hold a name or number, in the product's languages. */
const LIKELY =
  /name|label|title|nr|number|\bno\b|_no$|ref|code|room|raum|názov|název|číslo|oznac|назв|имя|номер|שם|מספר|اسم|رقم/iu

export function textsOf(properties: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(properties).slice(0, 100)) {
    const isText = typeof value === 'string' || typeof value === 'number'
    const words = isText && key.length <= LONGEST_KEY ? wordsOf(String(value)) : ''
    if (words !== '' && words.length <= LONGEST) texts[key] = words
  }
  return texts
}

export function withTextSources(
  buildings: readonly PlannedBuilding[],
  nameKey: string | null,
): { buildings: PlannedBuilding[]; texts: TextSource[] } {
  const rooms = buildings.flatMap(({ floors }) => floors.flatMap((floor) => floor.rooms))
  const sources = bestOf(rooms, nameKey)
  const kept = new Set(sources.map(({ key }) => key))
  return {
    texts: sources,
    buildings: buildings.map((building) => ({
      ...building,
      floors: building.floors.map((floor) => ({
        ...floor,
        rooms: floor.rooms.map(({ said, ...room }) => {
          const texts = Object.entries(said ?? {}).filter(([key]) => kept.has(key))
          return texts.length === 0 ? room : { ...room, said: Object.fromEntries(texts) }
        }),
      })),
    })),
  }
}

function bestOf(rooms: readonly PlannedRoom[], nameKey: string | null): TextSource[] {
  const found = new Map<string, { rooms: number; values: Set<string>; size: number }>()
  for (const { said } of rooms)
    for (const [key, text] of Object.entries(said ?? {})) {
      const one = found.get(key) ?? { rooms: 0, values: new Set(), size: 0 }
      one.rooms += 1
      one.values.add(text)
      one.size += key.length + text.length
      found.set(key, one)
    }
  const rank = (key: string): number => (key === nameKey ? 2 : LIKELY.test(key) ? 1 : 0)
  const useful = [...found]
    .filter(([key, { values, rooms: some }]) => key === nameKey || values.size > 1 || some === 1)
    .toSorted(([a, one], [b, other]) => rank(b) - rank(a) || other.values.size - one.values.size)
    .slice(0, MAX_SOURCES)
  let left = MAX_TEXT
  return useful.flatMap(([key, { rooms: some, values, size }]): TextSource[] => {
    if (size > left) return []
    left -= size
    const examples = [...values].slice(0, MAX_EXAMPLES)
    return [{ key, rooms: some, examples, isName: key === nameKey }]
  })
}
