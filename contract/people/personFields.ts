import type { EntityFields } from '#contract/entityFields.ts'
import { MAX_IDS } from '#contract/rules/bounds.ts'

/** Importable fields of people. The list has its own export. */
const kept = { isSearched: false, isExported: false, isInTable: false } as const
const flag = { ...kept, kind: 'flag', max: 40, headings: null } as const
const types = { ...kept, kind: 'many', max: 20_000, most: MAX_IDS, headings: null } as const

export const personFields = {
  /** Compared as at sign-in: exactly, ignoring case. */
  email: {
    ...kept,
    kind: 'code',
    max: 320,
    isEmail: true,
    headings: /^((user|work|business|login|contact)[ _-]?)?e-?mail([ _-]?address)?$/i,
  },
  firstName: {
    ...kept,
    kind: 'name',
    max: 200,
    headings: /^(first|given|fore)[ _-]?name$/i,
  },
  lastName: { ...kept, kind: 'name', max: 200, headings: /^(last|family|sur)[ _-]?name$/i },
  phone: {
    ...kept,
    kind: 'text',
    max: 32,
    headings: /^((tele|mobile[ _-]?)?phone([ _-]?(no\.?|number))?|mobile|tel\.?|cell)$/i,
  },
  language: {
    ...kept,
    kind: 'one',
    max: 40,
    headings: /^(language|locale|lang)$/i,
  },
  roles: {
    ...kept,
    kind: 'many',
    max: 20_000,
    most: MAX_IDS,
    headings: /^((user[ _-]?)?roles?|permission[ _-]?(group|set)|profile)$/i,
  },
  allEquipment: { ...flag, headings: /^all[ _-]?(equipment|assets)$/i },
  equipmentTypeIds: { ...types, headings: /^(permitted )?equipment types$/i },
  allLocations: { ...flag, headings: /^all[ _-]?(locations|places)$/i },
  locationTypeIds: { ...types, headings: /^(permitted )?location types$/i },
  allProcedures: { ...flag, headings: /^all[ _-]?procedures$/i },
  procedureTypeIds: { ...types, headings: /^(permitted )?procedure types$/i },
  orgEntity: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(org(ani[sz]ation)?([ _-]?(entity|unit|code))?|department|cost[ _-]?cent(re|er))$/i,
  },
  /** Compared only, never changed: a membership begins by consent and ends on the user's page. */
  state: { ...kept, kind: 'one', max: 40, headings: /^(status|state)$/i },
} as const satisfies EntityFields
