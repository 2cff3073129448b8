import type { ImportKind } from '#contract/imports.ts'

/**
 * A field of the kind, `owner`, `detail` or `ignore`. A column becomes a fact if the kind has no
 * such field.
 */
type ShapeTarget = string

export interface Shape {
  system: string
  kind: ImportKind
  source: string
  /** Headings that only this export has together. */
  signs: readonly string[]
  /** Headings not named here become facts. */
  columns: Readonly<Record<string, ShapeTarget>>
  commaSeparates?: true
}
