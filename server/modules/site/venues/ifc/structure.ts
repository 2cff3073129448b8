import { levelInName } from '#contract/venue/levelInName.ts'
import { wordsOf } from '#contract/venue/texts.ts'
import { numberOf, referenceOf, referencesOf, textOf, type Entity, type IfcModel } from './model.ts'

export interface Storey {
  id: number
  entity: Entity
  buildingId: number | null
  /** Metres above the building's zero. */
  elevation: number
}

export interface Structure {
  storeys: readonly Storey[]
  /** The storey around a product, through spaces and assemblies. Null if it has none. */
  storeyOf(id: number): Storey | null
  /** The space around a product. Null if it has none, or is a space itself. */
  spaceOf(id: number): number | null
  /** The parts of an assembled product. */
  partsOf(id: number): readonly number[]
}

/** Maximum nesting. Assemblies nest a few levels deep; a loop would never end. */
const DEEPEST = 20

export function structureOf(model: IfcModel): Structure {
  const wholes = new Map<number, number>()
  const parts = new Map<number, number[]>()
  const add = (relation: number, [whole, members]: readonly [string, string]): void => {
    const entity = model.entity(relation)
    const id = referenceOf(entity[whole])
    if (id === null) return
    for (const part of referencesOf(entity[members])) {
      if (wholes.has(part)) continue
      wholes.set(part, id)
      const others = parts.get(id)
      if (others === undefined) parts.set(id, [part])
      else others.push(part)
    }
  }
  for (const relation of model.all('IFCRELCONTAINEDINSPATIALSTRUCTURE'))
    add(relation, ['RelatingStructure', 'RelatedElements'])
  for (const relation of model.all('IFCRELAGGREGATES'))
    add(relation, ['RelatingObject', 'RelatedObjects'])
  const spaces = new Set(model.all('IFCSPACE'))
  const buildings = new Set(model.all('IFCBUILDING'))
  const around = <T>(id: number, wanted: (whole: number) => T | undefined): T | null => {
    let here = wholes.get(id)
    for (let step = 0; here !== undefined && step < DEEPEST; step += 1) {
      const found = wanted(here)
      if (found !== undefined) return found
      here = wholes.get(here)
    }
    return null
  }
  const within = (known: ReadonlySet<number>) => (id: number) =>
    around(id, (whole) => (known.has(whole) ? whole : undefined))
  const buildingOf = within(buildings)
  const storeys = model.all('IFCBUILDINGSTOREY').map((id): Storey => {
    const entity = model.entity(id)
    const buildingId = buildingOf(id)
    return { id, entity, buildingId, elevation: elevationOf(model, entity, buildingId) }
  })
  const byId = new Map(storeys.map((storey) => [storey.id, storey]))
  return {
    storeys: storeys.sort((one, other) => one.elevation - other.elevation),
    storeyOf: (id) => around(id, (whole) => byId.get(whole)),
    spaceOf: within(spaces),
    partsOf: (id) => parts.get(id) ?? [],
  }
}

/** Elevation of a storey. The attribute is optional; the placement contains the same value. */
function elevationOf(model: IfcModel, storey: Entity, buildingId: number | null): number {
  const told = numberOf(storey['Elevation'])
  if (told !== null) return told * model.unit
  const base = buildingId === null ? null : model.placement(model.entity(buildingId))
  return (model.placement(storey)?.origin.z ?? 0) - (base?.origin.z ?? 0)
}

interface Signed {
  /** Metres above the ground. */
  elevation: number
  name: string
}

/**
 * Floor numbers of storeys, lowest first. 0 is the first storey not below the ground. Numbers in
 * names account for storeys that are not drawn.
 */
export function ordinalsOf(drawn: readonly Signed[], all: readonly Signed[] = drawn): number[] {
  const isAbove = ({ elevation }: Signed): boolean => elevation >= -THRESHOLD
  const below = drawn.filter((storey) => !isAbove(storey)).length
  const counted = drawn.map((_storey, index) => index - below)
  const base = all
    .filter(isAbove)
    .map(({ name }) => levelInName(name))
    .find((number) => number !== null)
  if (base === undefined) return counted
  const numbers = drawn.map(({ name }) => {
    const number = levelInName(name)
    return number === null ? null : number - base
  })
  const isInOrder = numbers.every(
    (number, index) =>
      number !== null && (index === 0 || number > (numbers[index - 1] ?? -Infinity)),
  )
  return isInOrder ? numbers.filter((number) => number !== null) : counted
}
/** Metres: a step of the site, not a storey. */
const THRESHOLD = 0.5

/** Name of a storey or building. Some programs write an id into the long name. */
export const nameOfPart = (entity: Entity): string =>
  textOf(entity['Name']).trim() || textOf(entity['LongName']).trim()

/** Default names that programs write for unnamed buildings and projects, in their languages. */
const UNNAMED =
  /^(?:default|xyz|undefined|unnamed|building(?: name)?|project (?:name|number)|nombre de(?:l)? proyecto|projektname|projektnummer|nom du projet|название проекта|název projektu|názov projektu|\d{1,4})?$/iu

export function nameOfBuilding(model: IfcModel, building: Entity, file: string): string {
  const [project] = model.all('IFCPROJECT').map(model.entity)
  const names = [building['Name'], building['LongName'], project?.['LongName'], project?.['Name']]
  return (
    names.map((name) => wordsOf(textOf(name))).find((name) => !UNNAMED.test(name.trim())) ??
    file.replace(/\.\w+$/, '')
  )
}

/** Long name (`Foyer`) and number (`A101`), or whichever exists. */
export function namesOf(entity: Entity): { name: string; code: string | null } {
  const [short, long] = [textOf(entity['Name']).trim(), textOf(entity['LongName']).trim()]
  if (long === '' || long === short) return { name: short, code: null }
  if (short === '') return { name: long, code: null }
  // Some programs join both: `1 - Living room`.
  const number = short.endsWith(long) ? short.replace(long, '').replace(/[\s\-–:.]+$/u, '') : short
  return { name: long, code: number === '' ? null : number }
}
