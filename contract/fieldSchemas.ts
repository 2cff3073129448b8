import { z } from 'zod'
import {
  isIdentifier,
  plainKeys,
  type EntityField,
  type EntityFields,
  type NumberKey,
  type PlainKey,
} from './entityFields.ts'
import { isTradeItemNumber, plainTradeItemNumber } from './labelCodes/tradeItemNumber.ts'
import { isAllowedDay } from './rules/bounds.ts'
import { hasVisible } from './rules/visible.ts'
import { identifier, name, text } from './shapes.ts'

type Shown<F extends EntityFields, K extends keyof F> = F[K] extends { kind: 'name' }
  ? z.ZodString
  : z.ZodNullable<K extends NumberKey<F> ? z.ZodNumber : z.ZodString>
type Given<F extends EntityFields, K extends keyof F> = F[K] extends { kind: 'name' }
  ? typeof name
  : z.ZodOptional<Shown<F, K>>

export const plainShown = <F extends EntityFields>(fields: F) =>
  Object.fromEntries(plainKeys(fields).map((key) => [key, shownOf(fields[key]?.kind)])) as {
    [K in PlainKey<F>]: Shown<F, K>
  }

/** Schema of the fields in a request. Empty text is stored as an empty string. */
export const plainGiven = <F extends EntityFields>(fields: F) =>
  Object.fromEntries(plainKeys(fields).map((key) => [key, givenOf(fields, key)])) as {
    [K in PlainKey<F>]: Given<F, K>
  }

const shownOf = (kind: EntityFields[string]['kind'] | undefined) =>
  kind === 'name' ? z.string() : (kind === 'number' ? z.number() : z.string()).nullable()

/** Returns '' if the text has no visible character. */
const shownText = (value: string): string => (hasVisible(value) ? value.trim() : '')

function givenOf(fields: EntityFields, key: string) {
  const field = fields[key]
  if (field?.kind === 'name') return name
  return schemaOf(field ?? { kind: 'text', max: 0, headings: null })
    .nullable()
    .optional()
}

export const DAY_OF_THINGS = 'A day from 1800-01-01 to 2199-12-31'

function schemaOf(field: Pick<EntityField, 'kind' | 'max' | 'min' | 'headings'>) {
  const { kind, max, min = -max } = field
  if (kind === 'number') return z.number().min(min).max(max)
  if (kind === 'day')
    return z.union([
      z.iso
        .date()
        .refine(isAllowedDay, 'Not between 1800 and 2199')
        .meta({ example: '2026-12-24', description: DAY_OF_THINGS }),
      z.literal(''),
    ])
  if (kind === 'gtin') return givenGtin
  return (isIdentifier(field) ? identifier(max) : text(max)).overwrite(shownText)
}

/** Empty, or 8, 12, 13 or 14 digits. Spaces and dashes between the digits are left out. */
export const givenGtin = text(30)
  .overwrite(plainTradeItemNumber)
  .refine((value) => value === '' || isTradeItemNumber(value), 'Not a GTIN, or a wrong check digit')
  .meta({ example: '07610000000011' })
