/** How the editor fills in the blanks of a clause. The kinds declare it without loading a picker. */
import type { BlankName } from './clause.ts'

type ReferenceKey<V> = {
  [K in keyof V & string]-?: V[K] extends number | readonly number[] | null ? K : never
}[keyof V & string]

/**
 * Key of a reference or list of references: the editor uses the picker of that kind. `own`: a
 * control in features/automations/editor, which the compiler requires.
 */
type BlankControl<V> = 'own' | ReferenceKey<V>

export type BlankControls<V> = Readonly<Partial<Record<BlankName, BlankControl<V>>>>

export type OwnBlanks<Blanks> = {
  [Name in keyof Blanks]: Blanks[Name] extends 'own' ? Name : never
}[keyof Blanks]
