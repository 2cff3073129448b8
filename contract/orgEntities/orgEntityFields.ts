import type { EntityFields } from '#contract/entityFields.ts'
import { numberHeadings } from '#contract/numberHeadings.ts'

/** Importable fields of organisation units, one heading per field. They are not exported. */
const kept = { isSearched: false, isExported: false, isInTable: false } as const

export const orgEntityFields = {
  code: {
    ...kept,
    kind: 'code',
    max: 100,
    headings: numberHeadings(
      /^((department|cost[ _-]?cent(re|er)|org|unit)[ _-]?)?(code|id|number|no|nr)$/,
      [
        'מחלקה|יחידה|מרכז עלות',
        'القسم|الوحدة|مركز التكلفة',
        'отдела|подразделения|центра затрат|мвз',
        'oddělení|oddelenia|jednotky|(?:nákladového )?střediska|(?:nákladového )?strediska',
      ],
    ),
  },
  name: {
    ...kept,
    kind: 'name',
    max: 200,
    headings: /^(name|title|label|description|department|unit|bezeichnung)$/i,
  },
  kind: { ...kept, kind: 'one', max: 100, headings: /^(kind|type|category|class)$/i },
  /** Matched by code, otherwise by name. */
  parent: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(parent([ _-]?(code|id|name|no|number))?|belongs[ _-]?to|within|inside|above)$/i,
  },
  /** Matched by email address. */
  responsible: {
    ...kept,
    kind: 'many',
    max: 4000,
    headings: /^(responsible([ _-]?(people|person|e-?mails?))?|managers?|heads?|e-?mails?)$/i,
  },
} as const satisfies EntityFields
