/**
 * A field of an entity, declared once (decision 29). Schemas, form, table, facts, search, import,
 * export and journal follow from it. Its label is `field_<key>` in the locale `entities`. Every
 * field is journalled.
 */
export interface EntityField {
  /**
   * The kinds up to `zone` need no code of their own. A code is also unique and identifies the
   * entity in an import. A day is `yyyy-mm-dd`. The other kinds need an entry in records by field,
   * so the compiler names what is missing. An instant is in UTC, a minute in the company's time.
   */
  kind:
    | 'name'
    | 'code'
    | 'text'
    | 'number'
    | 'day'
    | 'gtin'
    | 'zone'
    | 'instant'
    | 'minute'
    | 'flag'
    | 'one'
    | 'many'
    | 'facts'
    | 'metadata'
  /**
   * Maximum length in characters, also for a cell of a file; for a number, the maximum absolute
   * value.
   */
  max: number
  /** For a number, the least value. If omitted, the negative maximum. */
  min?: number
  /** Whether the list's search covers this field. After a change, run `npm run migration`. */
  isSearched: boolean
  /**
   * Matches headings of an import file, in addition to the key and its translated labels.
   * `identifier` uses `identifierHeadings`. Null if the field cannot be imported.
   */
  headings: RegExp | 'identifier' | null
  isExported: boolean
  isInTable: boolean
  /** A radio address: six pairs of hex digits, in any notation. */
  isAddress?: true
  isDeviceId?: true
  isEmail?: true
  /** For `many`: maximum names in one cell. If omitted, the maximum of tags applies. */
  most?: number
  /** The field's meaning on a label. Scanned codes find the entity by this field. */
  onLabel?: 'number' | 'serial' | 'product' | 'lot'
}
/** Codes, serial numbers, lots, makers and models: text that is compared, not read aloud. */
export const isIdentifier = ({ kind, headings }: Pick<EntityField, 'kind' | 'headings'>): boolean =>
  kind === 'code' || (kind === 'text' && headings === 'identifier')
export type LabelMeaning = NonNullable<EntityField['onLabel']>
export type EntityFields = Readonly<Record<string, EntityField>>

type Having<F extends EntityFields, Q> = {
  [K in keyof F & string]: F[K] extends Q ? K : never
}[keyof F & string]

export type TextKey<F extends EntityFields> = Having<
  F,
  { kind: 'code' | 'text' | 'day' | 'gtin' | 'zone' }
>
export type NumberKey<F extends EntityFields> = Having<F, { kind: 'number' }>
export type PlainKey<F extends EntityFields> =
  | Having<F, { kind: 'name' }>
  | TextKey<F>
  | NumberKey<F>
export type CodeKey<F extends EntityFields> = Having<F, { kind: 'code' }>
export type SearchedKey<F extends EntityFields> = Having<F, { isSearched: true }>
export type ImportedKey<F extends EntityFields> = Having<F, { headings: RegExp | 'identifier' }>
export type ExportedKey<F extends EntityFields> = Having<F, { isExported: true }>
export type TableKey<F extends EntityFields> = Having<F, { isInTable: true }>
export type SpecialKey<
  F extends EntityFields,
  K extends keyof F & string = keyof F & string,
> = Exclude<K, PlainKey<F>>

const keysWhere = <F extends EntityFields, K extends keyof F & string>(
  fields: F,
  holds: (field: EntityField) => boolean,
): K[] => keysOf(fields).filter((key): key is K => holds(fields[key] as EntityField))

export const keysOf = <F extends EntityFields>(fields: F) =>
  Object.keys(fields) as (keyof F & string)[] // own keys, in declaration order

const texts: readonly string[] = [
  'code',
  'text',
  'day',
  'gtin',
  'zone',
] satisfies EntityField['kind'][]
const isPlainKind = (kind: EntityField['kind']) =>
  kind === 'name' || kind === 'number' || texts.includes(kind)

export const isPlain = <F extends EntityFields>(
  fields: F,
  key: keyof F & string,
): key is PlainKey<F> => isPlainKind((fields[key] as EntityField).kind)

export const plainKeys = <F extends EntityFields>(fields: F) =>
  keysWhere<F, PlainKey<F>>(fields, ({ kind }) => isPlainKind(kind))
export const textKeys = <F extends EntityFields>(fields: F) =>
  keysWhere<F, TextKey<F>>(fields, ({ kind }) => texts.includes(kind))
export const searchedKeys = <F extends EntityFields>(fields: F) =>
  keysWhere<F, SearchedKey<F>>(fields, ({ isSearched }) => isSearched)
/** The fields with one of these meanings on a label. The scan search covers them. */
export const labelKeys = <F extends EntityFields>(
  fields: F,
  meanings: readonly LabelMeaning[] = ['number', 'serial', 'product', 'lot'],
) =>
  keysWhere<F, TextKey<F>>(
    fields,
    ({ onLabel }) => onLabel !== undefined && meanings.includes(onLabel),
  )
export const tableKeys = <F extends EntityFields>(fields: F) =>
  keysWhere<F, TableKey<F>>(fields, ({ isInTable }) => isInTable)
/** The identifying code comes first, in imported and exported files. */
export const importedKeys = <F extends EntityFields>(fields: F) =>
  codeFirst(
    fields,
    keysWhere<F, ImportedKey<F>>(fields, ({ headings }) => headings !== null),
  )
export const exportedKeys = <F extends EntityFields>(fields: F) =>
  codeFirst(
    fields,
    keysWhere<F, ExportedKey<F>>(fields, ({ isExported }) => isExported),
  )

const codeFirst = <K extends string>(fields: EntityFields, keys: readonly K[]): K[] =>
  keysInOrder(
    keys,
    keys.filter((key) => fields[key]?.kind === 'code'),
  )

/** Puts `first` before the other keys, which keep the order of their declaration. */
export const keysInOrder = <K extends string>(keys: readonly K[], first: readonly K[]): K[] => [
  ...new Set([...first, ...keys]),
]
