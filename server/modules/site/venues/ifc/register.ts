import type { Report } from '#contract/venue/ledger.ts'
import { warrantyEnd } from '#contract/rules/warrantyEnd.ts'
import { wordsOf } from '#contract/venue/texts.ts'
import { textOf, type Entity, type IfcModel } from './model.ts'
import { propertiesOf, type Properties } from './properties.ts'
import { nameOfBuilding, nameOfPart, namesOf, type Structure } from './structure.ts'

export const REGISTER_HEADINGS = [
  'Name',
  'Inventory number',
  'Type',
  'Location',
  'Serial number',
  'Manufacturer',
  'Model',
  'GTIN',
  'Production date',
  'Purchase date',
  'Warranty until',
  'IFC id',
] as const
export type RegisterRow = readonly string[]

interface Place {
  model: IfcModel
  structure: Structure
  file: string
}

/** Maximum rows. Further elements are only counted. */
const MAX_ROWS = 20_000
/** Types of network parts: a building has thousands, which are not maintained individually. */
const NETWORK = /^Ifc\w+(?:Segment|Fitting)$/

export function registerOf(
  model: IfcModel,
  structure: Structure,
  { file, report }: { file: string; report: Report },
): RegisterRow[] {
  const properties = propertiesOf(model)
  const rows: RegisterRow[] = []
  for (const type of [
    'IFCDISTRIBUTIONELEMENT',
    'IFCFURNISHINGELEMENT',
    'IFCTRANSPORTELEMENT',
  ] as const)
    for (const id of model.all(type)) {
      const what = model.typeName(id)
      if (NETWORK.test(what)) report.count(what, 'network')
      else if (rows.length >= MAX_ROWS)
        report.leaveOut(file, what, textOf(model.entity(id)['GlobalId']), 'tooMany')
      else {
        rows.push(rowOf({ model, structure, properties, file }, id, what))
        report.count(what, 'equipment')
      }
    }
  return rows
}

function rowOf(
  { model, structure, properties, file }: Place & { properties: Properties },
  id: number,
  what: string,
): RegisterRow {
  const element = model.entity(id)
  const { name, type } = calledOf(element, properties.typeOf(id), what)
  const text = (...names: string[]): string => wordsOf(properties.text(id, names))
  return [
    name,
    inventoryNumberOf(element, text('assetidentifier', 'tagnumber', 'barcode')),
    type,
    placeOf({ model, structure, file }, id),
    text('serialnumber', 'serialno'),
    text('manufacturer', 'manufacturername'),
    text('modellabel', 'modelreference', 'modelnumber'),
    text('globaltradeitemnumber', 'gtin'),
    text('manufacturingdate', 'productiondate'),
    text('acquisitiondate', 'purchasedate'),
    warrantyOf(text),
    textOf(element['GlobalId']),
  ]
}

/** ISO 8601, such as `P2Y`. */
const DURATION = /^P(\d+)([YMWD])$/
const UNITS: Readonly<Record<string, string>> = { Y: 'years', M: 'months', W: 'weeks', D: 'days' }

function warrantyOf(text: (...names: string[]) => string): string {
  const end = text('warrantyenddate')
  if (end !== '') return end
  const [, amount, letter] = DURATION.exec(text('warrantyperiod')) ?? []
  return (
    warrantyEnd(
      text('warrantystartdate'),
      amount ?? text('warrantydurationparts'),
      UNITS[letter ?? ''] ?? text('warrantydurationunit'),
    ) ?? ''
  )
}

/**
 * The tag as inventory number, unless it is a generated id: a GUID, or the number at the end of the
 * name.
 */
function inventoryNumberOf(element: Entity, identifier: string): string {
  if (identifier !== '') return identifier
  const tag = wordsOf(textOf(element['Tag']))
  const isOwnId = textOf(element['Name']).endsWith(`:${tag}`) || /^[\dA-F-]{32,}$/i.test(tag)
  return isOwnId ? '' : tag
}

/**
 * Name of a piece. Revit names pieces `Family:Type:4711` and their type `Type`. Names must
 * distinguish pieces, because rows without a number are matched by name and location.
 */
function calledOf(
  element: Entity,
  type: Entity | null,
  what: string,
): { name: string; type: string } {
  const name = wordsOf(textOf(element['Name']))
  const parts = name.split(':').map((part) => part.trim())
  const id = parts.pop() ?? ''
  if (parts.length > 1 && /^\d+$/.test(id)) {
    // `Desk:Desk 160` repeats itself, so only the longer part stays.
    const joined = wordsOf(
      parts
        .filter((part, index) => !parts.some((other, at) => at > index && other.startsWith(part)))
        .join(' '),
    )
    return { name: `${joined} ${id}`, type: joined }
  }
  const ofType = wordsOf(textOf(type?.['Name'])) || wordsOf(textOf(element['ObjectType']))
  const named = ofType || what.replace(/^Ifc/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return { name: name || named, type: named }
}

/** `Clinic / Level 1 / A101 Foyer`: a path of locations. */
function placeOf({ model, structure, file }: Place, id: number): string {
  const space = structure.spaceOf(id)
  const storey = structure.storeyOf(id)
  const building = storey?.buildingId == null ? null : model.entity(storey.buildingId)
  const room = space === null ? null : namesOf(model.entity(space))
  const levels = [
    building === null ? '' : nameOfBuilding(model, building, file),
    storey === null ? '' : nameOfPart(storey.entity),
    room === null ? '' : [room.code, room.name].filter(Boolean).join(' '),
  ]
  return levels
    .map((level) => wordsOf(level).replace(/\s+([/>])\s+/g, '$1'))
    .filter((level) => level !== '')
    .join(' / ')
}
