/**
 * Conversions of plain fields: initial form values from the row, and the request body from the
 * form.
 */
import {
  plainKeys,
  type EntityFields,
  type NumberKey,
  type PlainKey,
  type TextKey,
} from '#contract/entityFields.ts'

/** Zones and numbers are nullable; typed fields are strings, possibly empty. */
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

export const plainValues = <F extends EntityFields>(fields: F, shown?: PlainShown<F>) =>
  Object.fromEntries(
    plainKeys(fields).map((key) => [
      key,
      shown?.[key] ?? (isTyped(fields[key] as EntityFields[string]) ? '' : null),
    ]),
  ) as PlainValues<F>

/** The request body. Cleared fields become null. */
export const plainBody = <F extends EntityFields>(fields: F, values: PlainValues<F>) =>
  Object.fromEntries(
    plainKeys(fields).map((key) => {
      const value: unknown = values[key]
      if (fields[key]?.kind === 'name') return [key, value]
      return [key, typeof value === 'string' ? value.trim() || null : (value ?? null)]
    }),
  ) as PlainBody<F>

export const plainInWords = <F extends EntityFields>(
  fields: F,
  values: PlainValues<F>,
  label: (key: PlainKey<F>) => string,
) =>
  Object.fromEntries(
    plainKeys(fields).map((key) => [key, { label: label(key), value: values[key] }]),
  ) as Record<PlainKey<F>, { label: string; value: PlainValues<F>[PlainKey<F>] }>
