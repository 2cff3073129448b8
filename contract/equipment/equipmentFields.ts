import type { EntityFields } from '#contract/entityFields.ts'
import { numberHeadings } from '#contract/numberHeadings.ts'

export const equipmentFields = {
  name: {
    kind: 'name',
    max: 200,
    isSearched: true,
    headings: /^(name|title|description|label|bezeichnung|наименование|имя|اسم|jméno|meno)$/i,
    isExported: true,
    isInTable: true,
  },
  /** The inventory number on the label; unique in the company if set. */
  equipmentId: {
    kind: 'code',
    max: 100,
    isSearched: true,
    headings: numberHeadings(
      /^(equipment|asset|inventory|device|machine|tail|serial)?[ _-]?(id|no\.?|nr\.?|num|number|tag|code)$|^(tailnum|serial|s\/n|barcode|asset|inventory)$/,
      [
        'מלאי|ציוד|נכס|מכשיר|פריט',
        'الأصل|المعدّ?ة|الجهاز|المخزون|القطعة',
        'оборудования|устройства|прибора|аппарата|актива',
        'zařízení|zariadenia|přístroje|prístroja|stroje|stroja|majetku',
      ],
      { isLabelled: true },
    ),
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
  status: {
    kind: 'one',
    max: 200,
    isSearched: false,
    headings: /^(status|state|condition)$/i,
    isExported: true,
    isInTable: true,
  },
  location: {
    kind: 'one',
    max: 200,
    isSearched: false,
    headings: /^(location|place|room|site|building|area|where)$/i,
    isExported: true,
    isInTable: true,
  },
  /** Free text more precise than the location ("top shelf"). */
  locationText: {
    kind: 'text',
    max: 500,
    isSearched: false,
    headings: /^(location[ _-]?(text|detail|note)|position|shelf)$/i,
    isExported: true,
    isInTable: false,
  },
  tags: {
    kind: 'many',
    max: 2000,
    isSearched: false,
    headings: /^(tags?|labels?|keywords?)$/i,
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
  isStatic: {
    kind: 'flag',
    max: 20,
    isSearched: false,
    headings: /^(is[ _-]?)?(static|fixed|infrastructure)$/i,
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
    isSearched: true,
    headings: null,
    isExported: false,
    isInTable: false,
  },
} as const satisfies EntityFields
export type EquipmentFields = typeof equipmentFields
