import type { EntityFields } from '#contract/entityFields.ts'
import { numberHeadings } from '#contract/numberHeadings.ts'

export const locationFields = {
  name: {
    kind: 'name',
    max: 200,
    isSearched: true,
    headings: /^(name|title|description|label|bezeichnung|наименование|имя|اسم|jméno|meno)$/i,
    isExported: true,
    isInTable: true,
  },
  /** The code on the room sign or the plan; unique in the company if set. */
  code: {
    kind: 'code',
    max: 100,
    isSearched: true,
    onLabel: 'number',
    headings: numberHeadings(/^(code|id|number|no|nr|faa|iata|icao|room ?(no|number|code))$/, [
      'חדר|מיקום|מקום',
      'الغرفة|الموقع|المكان',
      'помещения|комнаты|кабинета|палаты|места',
      'místnosti|miestnosti|pokoje|izby|umístění|umiestnenia|místa|miesta',
    ]),
    isExported: true,
    isInTable: true,
  },
  type: {
    kind: 'one',
    max: 200,
    isSearched: false,
    headings: /^(type|category|class|kind|(equipment|location|asset|place|room)[ _-]?type)$/i,
    isExported: true,
    isInTable: true,
  },
  parent: {
    kind: 'one',
    max: 200,
    isSearched: false,
    headings: /^(parent|inside|within|belongs[ _-]?to|building|floor)$/i,
    isExported: true,
    isInTable: false,
  },
  orgEntity: {
    kind: 'one',
    max: 200,
    isSearched: false,
    headings: /^(org(ani[sz]ation)?([ _-]?(entity|unit|code))?|department|cost[ _-]?cent(re|er))$/i,
    isExported: true,
    isInTable: false,
  },
  /** Degrees, WGS 84. */
  latitude: {
    kind: 'number',
    max: 90,
    isSearched: false,
    headings: /^(lat|latitude)$/i,
    isExported: true,
    isInTable: false,
  },
  longitude: {
    kind: 'number',
    max: 180,
    isSearched: false,
    headings: /^(lon|lng|long|longitude)$/i,
    isExported: true,
    isInTable: false,
  },
  timezone: {
    kind: 'zone',
    max: 64,
    isSearched: false,
    headings: /^(tzone|time[ _-]?zone|timezone)$/i,
    isExported: true,
    isInTable: false,
  },
  metadata: {
    kind: 'metadata',
    max: 2000,
    isSearched: false,
    headings: null,
    isExported: false,
    isInTable: false,
  },
  details: {
    kind: 'facts',
    max: 2000,
    isSearched: false,
    headings: null,
    isExported: false,
    isInTable: false,
  },
} as const satisfies EntityFields
export type LocationFields = typeof locationFields
