import type { ImportKind } from '#contract/imports.ts'

/**
 * A field of the kind, `owner`, `detail` or `ignore`. A column becomes a fact if the kind lacks the
 * field.
 */
type ShapeTarget = string

export interface Shape {
  system: string
  kind: ImportKind
  source: string
  /** Headings that occur together only in this export. */
  signs: readonly string[]
  /** Target of each heading. Other headings become facts. */
  columns: Readonly<Record<string, ShapeTarget>>
  commaSeparates?: true
}
