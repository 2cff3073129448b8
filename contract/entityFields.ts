/**
 * What a field of a thing is and where it goes, said once (decision 29): what is written and read,
 * form, table, facts, search, import, export and journal follow from it. Its word is `field_<key>`
 * of the locale `entities`. Every field is journalled.
 */
export interface EntityField {
  /**
   * `text`, `number` and `code` need no code of their own anywhere; a code is also unique, and
   * decides in an import what is the same thing. What the other kinds need stands in records by
   * field, so that the compiler names what is missing.
   */
  kind:
    | 'name'
    | 'code'
    | 'text'
    | 'number'
    | 'zone'
    | 'flag'
    | 'one'
    | 'many'
    | 'facts'
    | 'metadata'
  /** Letters at most, also in a cell of a file; of a number, how far from zero. */
  max: number
  /** The list finds a thing by it. A change wants `npm run migration`. */
  isSearched: boolean
  /**
   * The headings of a file that look like it, besides its key and its words, which are known
   * anyway; null: it is not imported.
   */
  headings: RegExp | null
  isExported: boolean
  /** A column of the table, which can be sorted by. */
  isInTable: boolean
  /** The address of a radio: six pairs of digits, however they are written. */
  isAddress?: true
  /** The id of a device on the wire, however it is written. */
  isDeviceId?: true
}
export type EntityFields = Readonly<Record<string, EntityField>>

type Having<F extends EntityFields, Q> = {
  [K in keyof F & string]: F[K] extends Q ? K : never
}[keyof F & string]

export type TextKey<F extends EntityFields> = Having<F, { kind: 'code' | 'text' | 'zone' }>
export type NumberKey<F extends EntityFields> = Having<F, { kind: 'number' }>
/** Kept in a column of its own as it was given. */
export type PlainKey<F extends EntityFields> =
  | Having<F, { kind: 'name' }>
  | TextKey<F>
  | NumberKey<F>
export type CodeKey<F extends EntityFields> = Having<F, { kind: 'code' }>
export type SearchedKey<F extends EntityFields> = Having<F, { isSearched: true }>
export type ImportedKey<F extends EntityFields> = Having<F, { headings: RegExp }>
export type ExportedKey<F extends EntityFields> = Having<F, { isExported: true }>
export type TableKey<F extends EntityFields> = Having<F, { isInTable: true }>
/** Those of `K` that say in a record of their own what becomes of them. */
export type SpecialKey<
  F extends EntityFields,
  K extends keyof F & string = keyof F & string,
> = Exclude<K, PlainKey<F>>

const keysWhere = <F extends EntityFields, K extends keyof F & string>(
  fields: F,
  holds: (field: EntityField) => boolean,
): K[] => keysOf(fields).filter((key): key is K => holds(fields[key] as EntityField))

export const keysOf = <F extends EntityFields>(fields: F) =>
  Object.keys(fields) as (keyof F & string)[] // its own keys, in the order they are written

const texts: readonly string[] = ['code', 'text', 'zone'] satisfies EntityField['kind'][]
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
/** What a label may say, of which one is then found: texts that are searched. */
export const labelKeys = <F extends EntityFields>(fields: F) =>
  keysWhere<F, TextKey<F>>(fields, ({ kind, isSearched }) => isSearched && texts.includes(kind))
export const tableKeys = <F extends EntityFields>(fields: F) =>
  keysWhere<F, TableKey<F>>(fields, ({ isInTable }) => isInTable)
/** What decides what is the same thing comes first, in files that come and files that go. */
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
  inOrder(
    keys,
    keys.filter((key) => fields[key]?.kind === 'code'),
  )

/** These first, for a screen whose order is another; what is new comes where its registry has it. */
export const inOrder = <K extends string>(keys: readonly K[], first: readonly K[]): K[] => [
  ...new Set([...first, ...keys]),
]
