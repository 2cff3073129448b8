import { referenceOf, referencesOf, textOf, type Entity, type IfcModel } from './model.ts'

export interface Properties {
  /**
   * The first of these properties with a value. Names are in lower case, without spaces and signs.
   */
  text(id: number, names: readonly string[]): string
  typeOf(id: number): Entity | null
}

export function propertiesOf(model: IfcModel): Properties {
  const sets = related(model, {
    relation: 'IFCRELDEFINESBYPROPERTIES',
    by: 'RelatingPropertyDefinition',
  })
  const types = related(model, { relation: 'IFCRELDEFINESBYTYPE', by: 'RelatingType' })
  const read = new Map<number, ReadonlyMap<string, string>>()
  const valuesIn = (set: number): ReadonlyMap<string, string> => {
    const known = read.get(set)
    if (known !== undefined) return known
    const values = new Map(
      referencesOf(model.entity(set)['HasProperties']).flatMap((property) => {
        const { Name, NominalValue } = model.entity(property)
        const name = plainName(textOf(Name))
        const value = textOf(NominalValue).trim()
        return isEmpty(name, value) ? [] : [[name, value] as const]
      }),
    )
    read.set(set, values)
    return values
  }
  const typeOf = (id: number): Entity | null => {
    const type = types.get(id)?.[0]
    return type === undefined ? null : model.entity(type)
  }
  return {
    typeOf,
    text(id, names) {
      const ofType = referencesOf(typeOf(id)?.['HasPropertySets'])
      for (const group of [sets.get(id) ?? [], ofType])
        for (const name of names)
          for (const set of group) {
            const value = valuesIn(set).get(name)
            if (value !== undefined) return value
          }
      return ''
    },
  }
}

/** True also for `n/a`, and for templates that repeat the property's name as its value. */
const isEmpty = (name: string, value: string): boolean =>
  /^(?:n\/?a|none|-*)$/i.test(value) || plainName(value) === name

/** Normalises names: `COBie.Component.SerialNumber` and `Serial Number` are equal. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^cobie[\s._-]*(?:component|type)/, '')
    .replace(/[\s._-]+/g, '')

function related(
  model: IfcModel,
  { relation, by }: { relation: 'IFCRELDEFINESBYPROPERTIES' | 'IFCRELDEFINESBYTYPE'; by: string },
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const id of model.all(relation)) {
    const entity = model.entity(id)
    const what = referenceOf(entity[by])
    if (what === null) continue
    for (const object of referencesOf(entity['RelatedObjects'])) {
      const known = found.get(object) ?? []
      known.push(what)
      found.set(object, known)
    }
  }
  return found
}
