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
    onLabel: 'number',
    headings: numberHeadings(
      /^(equipment|asset|inventory|device|machine|tail)?[ _-]?(id|no\.?|nr\.?|num|number|tag|code)$|^(tailnum|barcode|asset|inventory)$/,
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
  /** The manufacturer's number of this piece. Unlike the inventory number, it may repeat. */
  serialNumber: {
    kind: 'text',
    max: 100,
    isSearched: true,
    onLabel: 'serial',
    headings: 'identifier',
    isExported: true,
    isInTable: true,
  },
  manufacturer: {
    kind: 'text',
    max: 200,
    isSearched: true,
    headings: 'identifier',
    isExported: true,
    isInTable: false,
  },
  /** Name or catalogue number of the product (REF on medical labels). */
  model: {
    kind: 'text',
    max: 200,
    isSearched: true,
    onLabel: 'product',
    headings: 'identifier',
    isExported: true,
    isInTable: false,
  },
  /** GTIN of the product (EAN, UPC; the UDI-DI of devices with GS1 labels). */
  gtin: {
    kind: 'gtin',
    max: 14,
    isSearched: true,
    onLabel: 'product',
    headings: 'identifier',
    isExported: true,
    isInTable: false,
  },
  lot: {
    kind: 'text',
    max: 100,
    isSearched: true,
    onLabel: 'lot',
    headings: 'identifier',
    isExported: true,
    isInTable: false,
  },
  producedOn: {
    kind: 'day',
    max: 10,
    isSearched: false,
    headings: 'identifier',
    isExported: true,
    isInTable: false,
  },
  purchasedOn: {
    kind: 'day',
    max: 10,
    isSearched: false,
    headings: 'identifier',
    isExported: true,
    isInTable: false,
  },
  /** The last day of the warranty. */
  warrantyUntil: {
    kind: 'day',
    max: 10,
    isSearched: false,
    headings: 'identifier',
    isExported: true,
    isInTable: false,
  },
  supplier: {
    kind: 'text',
    max: 200,
    isSearched: false,
    headings: /^(supplier|vendor|seller|dealer|ספק|المورد|مورد|поставщик|dodavatel|dodávateľ)$/i,
    isExported: true,
    isInTable: false,
  },
  /** In the company's currency, without tax. */
  price: {
    kind: 'number',
    max: 999_999_999_999,
    isSearched: false,
    headings:
      /^(purchase|acquisition)[ _-]?(price|cost|value)$|^(price|cost)$|^(מחיר( רכישה)?|سعر الشراء|السعر|цена( покупки)?|стоимость|(kupní |kúpna |pořizovací |obstarávacia )?cena)$/i,
    isExported: true,
    isInTable: false,
  },
  /** How long it should serve, in years from its purchase. */
  expectedYears: {
    kind: 'number',
    max: 200,
    isSearched: false,
    headings:
      /^((expected|useful|service)[ _-]?)(life|lifetime|years)([ _-]?\(?years\)?)?$|^(אורך חיים|العمر المتوقع|срок службы|životnost|životnosť)$/i,
    isExported: true,
    isInTable: false,
  },
  /** The last day in service. */
  retiredOn: {
    kind: 'day',
    max: 10,
    isSearched: false,
    headings:
      /^(retired|decommissioned|disposed|scrapped|disposal)([ _-]?(on|date))?$|^(הוצא משימוש|تاريخ الإخراج من الخدمة|дата списания|vyřazeno|vyradené)$/i,
    isExported: true,
    isInTable: false,
  },
  retiredHow: {
    kind: 'text',
    max: 200,
    isSearched: false,
    headings: /^(retired|disposal)[ _-]?(how|method|reason)$/i,
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
