import type { ImportJob } from '#contract/imports.ts'
import { isHours } from '#contract/rules/hourUnits.ts'
import { valueFault, type FieldShape, type MetadataValue } from '#contract/rules/metadata.ts'
import { readFlag } from '#contract/rules/ownFieldText.ts'
import { cellNumber, readsTwoWays, type ColumnSign } from '#contract/rules/readNumber.ts'

type FaultCode = ImportJob['faults'][number]['code']

export interface MetadataField extends FieldShape {
  id: number
  name: string
  unit: string | null
}

const SIGNS = /^[\p{Sc}\s]+|[\p{Sc}%‰°\s]+$/gu

export function readMetadata(
  field: MetadataField,
  said: string,
  sign?: ColumnSign,
): { value: MetadataValue } | { fault: FaultCode } {
  const value = parsed(field, said, sign)
  if (typeof value === 'object' && 'fault' in value) return value
  const wrong = valueFault(field, value)
  if (wrong === null) return { value }
  return {
    fault:
      wrong === 'too_big'
        ? 'tooLong'
        : wrong === 'notADate'
          ? 'notADay'
          : wrong === 'notAChoice'
            ? 'notAChoice'
            : 'notANumber',
  }
}

function parsed(
  field: MetadataField,
  said: string,
  sign: ColumnSign | undefined,
): MetadataValue | { fault: FaultCode } {
  switch (field.dataType) {
    case 'text':
    case 'date':
      return field.dataType === 'date' ? (dayOf(said) ?? { fault: 'notADay' }) : said
    case 'number':
      return numberOf(field, said, sign)
    case 'boolean':
      return readFlag(said) ?? { fault: 'notABoolean' }
    case 'choice':
      return choiceOf(field, said)
    case 'choices':
      return [
        ...new Set(
          said
            .split(/[;|]/)
            .map((one) => one.trim())
            .filter((one) => one !== '')
            .map((one) => choiceOf(field, one)),
        ),
      ]
  }
}

const choiceOf = ({ choices }: FieldShape, said: string): string =>
  choices.find((choice) => choice.trim().toLowerCase() === said.toLowerCase()) ?? said

/** Parses a number that may be followed by the field's unit, a currency or a percent sign. */
function numberOf(
  { unit }: MetadataField,
  said: string,
  sign: ColumnSign | undefined,
): number | { fault: FaultCode } {
  const own = unit?.trim().toLowerCase() ?? ''
  const bare = (
    own !== '' && said.toLowerCase().endsWith(own) ? said.slice(0, said.length - own.length) : said
  ).trim()
  const plain = bare.replaceAll(SIGNS, '')
  if (sign === 'unclear' && readsTwoWays(plain)) return { fault: 'numberUnclear' }
  const decimal = sign === 'unclear' ? null : sign
  return (
    cellNumber(bare, decimal) ??
    cellNumber(plain, decimal) ??
    durationIn(own, bare) ?? { fault: 'notANumber' }
  )
}

/** Parses a duration such as `125:30`, which spreadsheets show, into the hours or minutes of a field. */
function durationIn(unit: string, said: string): number | null {
  const [whole, hours, minutes, seconds = '0'] = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/.exec(said) ?? []
  if (whole === undefined) return null
  const inHours = Number(hours) + Number(minutes) / 60 + Number(seconds) / 3_600
  const number = isHours(unit) ? inHours : isMinutes.test(unit) ? inHours * 60 : null
  return number === null ? null : Number(number.toFixed(6))
}
const isMinutes =
  /^(?:min\.?|mins|minutes?|minut\p{L}*|minút\p{L}*|мин\.?|минут\p{L}*|דקות|דקה|دقيقة|دقائق)$/u

const two = (part: string) => part.padStart(2, '0')

/**
 * Parses ISO dates, with or without a time, and dates that end with the year. The day comes first
 * with points, or if the first number is above 12. Null if ambiguous.
 */
function dayOf(said: string): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(said)
  if (iso !== null) return `${iso[1]}-${two(iso[2] ?? '')}-${two(iso[3] ?? '')}`
  const [, one = '', sign, other = '', year = ''] =
    /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})$/.exec(said) ?? []
  if (year === '') return null
  if (sign === '.' || Number(one) > 12) return `${year}-${two(other)}-${two(one)}`
  if (Number(other) > 12) return `${year}-${two(one)}-${two(other)}`
  return one === other ? `${year}-${two(one)}-${two(other)}` : null
}
