/** Plain fields of a thing in a form: how they begin, from what is read, to what is written. */
import {
  plainKeys,
  type EntityFields,
  type NumberKey,
  type PlainKey,
  type TextKey,
} from '#contract/entityFields.ts'

/** A zone and a number may be chosen or not; what is typed is a text, empty or not. */
export type PlainValues<F extends EntityFields> = {
  [K in PlainKey<F>]: F[K] extends { kind: 'number' }
    ? number | null
    : F[K] extends { kind: 'zone' }
      ? string | null
      : string
}
type PlainShown<F extends EntityFields> = Record<PlainKey<F>, string | number | null>
type PlainBody<F extends EntityFields> = Record<
  Exclude<PlainKey<F>, TextKey<F> | NumberKey<F>>,
  string
> &
  Record<TextKey<F>, string | null> &
  Record<NumberKey<F>, number | null>

const isTyped = ({ kind }: EntityFields[string]) => kind !== 'number' && kind !== 'zone'

/** What a form begins with; without a thing, nothing. */
export const plainValues = <F extends EntityFields>(fields: F, shown?: PlainShown<F>) =>
  Object.fromEntries(
    plainKeys(fields).map((key) => [
      key,
      shown?.[key] ?? (isTyped(fields[key] as EntityFields[string]) ? '' : null),
    ]),
  ) as PlainValues<F> // each by its kind, as its type says

/** What is written; what was emptied is nothing. */
export const plainBody = <F extends EntityFields>(fields: F, values: PlainValues<F>) =>
  Object.fromEntries(
    plainKeys(fields).map((key) => {
      const value: unknown = values[key]
      if (fields[key]?.kind === 'name') return [key, value]
      return [key, typeof value === 'string' ? value.trim() || null : (value ?? null)]
    }),
  ) as PlainBody<F> // each by its kind, as its type says

/** For a conflict: each of them with the words above it. */
export const plainInWords = <F extends EntityFields>(
  fields: F,
  values: PlainValues<F>,
  label: (key: PlainKey<F>) => string,
) =>
  Object.fromEntries(
    plainKeys(fields).map((key) => [key, { label: label(key), value: values[key] }]),
  ) as Record<PlainKey<F>, { label: string; value: PlainValues<F>[PlainKey<F>] }>
