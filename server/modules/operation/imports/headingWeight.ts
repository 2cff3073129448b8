/** How well a heading fits a field, so that the best column of a file gets it. */
import type { EntityField, EntityFields } from '#contract/entityFields.ts'
import { identifierHeadings } from '#contract/equipment/identifierHeadings.ts'
import { identifierKeys } from '#contract/equipment/identifierKeys.ts'
import { headingAsTyped } from '#contract/headingAsTyped.ts'
import {
  barcodeHeadings,
  ownerHeadings,
  mapRoomHeadings,
  parentHeadings,
  placeNames,
  thingNames,
} from '#contract/nameHeadings.ts'
import { serialHeadings } from '#contract/numberHeadings.ts'
import { importedThings, type ImportKind, type ImportMapping } from '#contract/imports.ts'
import { isNamed } from './headingWords.ts'
import { isLonePlace, isUsualHeading } from './usualHeadings.ts'

type Field = ImportMapping['columns'][number]

export const OWN_NAME = 0
const WITH_NOUN = 1
const USUAL = 2
const BARCODE = 3
const VAGUE = 4
const BARE_ID = 5
const SERIAL = 6
const LONE_NOUN = 7
export const WORST = LONE_NOUN

/** Usually a database id, if the file also has an equipment number. */
const bareId = /^(id|מזהה|(ال)?معرّ?ف|ид|идентификатор|identifikátor)$/i
const loneNoun = /^(asset|equipment|device|machine|inventory)$/i
const description = /^(description|label|bezeichnung)$/i
/** Words for a part of a location. A heading for the location itself takes precedence. */
const vaguePlace = /^(area|site|building|floor)$/i

const withNoun: Partial<Record<ImportKind, Partial<Record<string, RegExp>>>> = {
  equipment: { name: thingNames, location: placeNames, owner: ownerHeadings },
  locations: { name: placeNames, parent: parentHeadings, mapRoom: mapRoomHeadings },
}

/** Smaller is better; null if it does not fit. */
export function headingWeight(kind: ImportKind, field: Field, heading: string): number | null {
  if (isNamed(kind, field, heading)) return OWN_NAME
  const typed = headingAsTyped(heading)
  if (withNoun[kind]?.[field]?.test(typed) === true) return WITH_NOUN
  // A lone noun may head the column of names.
  if (kind === 'equipment' && field === 'name' && loneNoun.test(typed)) return VAGUE
  if (isUsualHeading(kind, field, heading)) return isVague(kind, field) ? VAGUE : USUAL
  if (kind === 'locations' && (field === 'name' || field === 'parent') && isLonePlace(heading))
    return LONE_NOUN
  const fields: EntityFields = importedThings[kind]
  const known = fields[field]
  if (known === undefined || patternOf(known, field)?.test(typed) !== true) return null
  if (known.kind === 'name') return description.test(typed) ? BARE_ID : USUAL
  if (known.kind === 'code')
    return loneNoun.test(typed)
      ? LONE_NOUN
      : serialHeadings.test(typed)
        ? SERIAL
        : bareId.test(typed)
          ? BARE_ID
          : barcodeHeadings.test(typed)
            ? BARCODE
            : USUAL
  return vaguePlace.test(typed) ? VAGUE : USUAL
}

/**
 * True for headings of buildings, floors and groups. A heading of the field itself takes
 * precedence.
 */
const isVague = (kind: ImportKind, field: Field): boolean =>
  field === 'type' || field === 'parent' || (field === 'location' && kind !== 'stock')

function patternOf({ headings }: EntityField, field: Field): RegExp | null {
  if (headings !== 'identifier') return headings
  const key = identifierKeys.find((one) => one === field)
  return key === undefined ? null : identifierHeadings[key]
}
