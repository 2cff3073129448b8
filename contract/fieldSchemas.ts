import { z } from 'zod'
import { plainKeys, type EntityFields, type NumberKey, type PlainKey } from './entityFields.ts'
import { hasVisible } from './rules/visible.ts'
import { name, text } from './shapes.ts'

type Shown<F extends EntityFields, K extends keyof F> = F[K] extends { kind: 'name' }
  ? z.ZodString
  : z.ZodNullable<K extends NumberKey<F> ? z.ZodNumber : z.ZodString>
type Given<F extends EntityFields, K extends keyof F> = F[K] extends { kind: 'name' }
  ? typeof name
  : z.ZodOptional<Shown<F, K>>

export const plainShown = <F extends EntityFields>(fields: F) =>
  Object.fromEntries(plainKeys(fields).map((key) => [key, shownOf(fields[key]?.kind)])) as {
    [K in PlainKey<F>]: Shown<F, K>
  } // each key by its kind, as above

/** Schema of the fields in a request. Empty text is stored as an empty string. */
export const plainGiven = <F extends EntityFields>(fields: F) =>
  Object.fromEntries(plainKeys(fields).map((key) => [key, givenOf(fields, key)])) as {
    [K in PlainKey<F>]: Given<F, K>
  } // each key by its kind, as above

const shownOf = (kind: EntityFields[string]['kind'] | undefined) =>
  kind === 'name' ? z.string() : (kind === 'number' ? z.number() : z.string()).nullable()

/** Returns '' if the text has no visible character. */
const shownText = (value: string): string => (hasVisible(value) ? value.trim() : '')

function givenOf(fields: EntityFields, key: string) {
  const { kind, max } = fields[key] ?? { kind: 'text', max: 0 }
  if (kind === 'name') return name
  return (kind === 'number' ? z.number().min(-max).max(max) : text(max).overwrite(shownText))
    .nullable()
    .optional()
}
