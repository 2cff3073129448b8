import type { EntityFields } from '#contract/entityFields.ts'

/** Importable fields of stock: an item at a location. The list has its own export. */
const kept = { isSearched: false, isExported: false, isInTable: false } as const

export const stockFields = {
  item: {
    ...kept,
    kind: 'code',
    max: 200,
    headings:
      /^((stock|inventory)[ _-]?item|(spare|spare[ _-]?part|part|article|material|product)([ _-]?name)?|item[ _-]?name|name)$/i,
  },
  location: {
    ...kept,
    kind: 'one',
    max: 200,
    headings:
      /^(location|place|room|store|storage|warehouse|bin|shelf|where)([ _-]?(code|name|no|number))?$/i,
  },
  amount: {
    ...kept,
    kind: 'number',
    max: 1e9,
    headings:
      /^(amount|quantity|qty|on[ _-]?hand|in[ _-]?stock|stock|count|(available|current)[ _-]?(quantity|qty|stock))$/i,
  },
  unit: {
    ...kept,
    kind: 'text',
    max: 40,
    headings: /^(unit([ _-]?of[ _-]?measure)?|uom|measure)$/i,
  },
  minimum: {
    ...kept,
    kind: 'number',
    max: 1e9,
    headings:
      /^(min(imum)?([ _-]?(amount|quantity|qty|stock|level))?|re-?order[ _-]?(point|level)|at least)$/i,
  },
  category: { ...kept, kind: 'text', max: 100, headings: /^(category|class|group|kind|type)$/i },
  gtin: { ...kept, kind: 'gtin', max: 30, headings: 'identifier' },
  catalogueNumber: {
    ...kept,
    kind: 'text',
    max: 200,
    headings: /^(catalog(ue)?|part|article|ref|sku|order)[ _-]?(no\.?|nr\.?|number|id|code)?$/i,
  },
  supplier: {
    ...kept,
    kind: 'text',
    max: 200,
    headings: /^((default|preferred|main)[ _-]?)?(supplier|vendor)s?([ _-]?name)?$/i,
  },
  lot: { ...kept, kind: 'text', max: 100, headings: 'identifier' },
  nextExpiry: {
    ...kept,
    kind: 'day',
    max: 40,
    headings: /^(expir(y|es|ation)([ _-]?(date|on))?|best[ _-]?before|use[ _-]?by|exp\.?)$/i,
  },
} as const satisfies EntityFields
