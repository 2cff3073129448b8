/**
 * Splits a rule's text strictly: duplicate, unknown or misspelt parts are faults, never guessed.
 * Faults are codes; locales/<lng>/recurrence.json holds their messages.
 */
import { isWall, type Day, type Wall } from './wall.ts'

export const faultCodes = [
  'empty',
  'unknownLine',
  'severalRules',
  'noRule',
  'unknownPart',
  'duplicatePart',
  'notUnderstood',
  'notADate',
  'unknownZone',
  'noFrequency',
  'unknownFrequency',
  'noSeconds',
  'outOfRange',
  'countAndUntil',
  'untilBeforeStart',
  'endsTooFar',
  'otherZone',
  'otherStart',
  'notWithFrequency',
  'ordinalNotAllowed',
  'positionAlone',
  'neverMatches',
  'endBeforeStart',
  'allExcluded',
  'alwaysSkipped',
  'latestBeforeEarliest',
  'tooMuchWork',
] as const
export type FaultCode = (typeof faultCodes)[number]

/** `part` is the part's name in the text (BYHOUR), `value` its value. */
export interface RuleFault {
  code: FaultCode
  part: string | null
  value: string | null
}

interface DatedMoment {
  moment: string
  zone: string | null
}

export interface Lines {
  /** The RRULE without UNTIL, in upper case, as the library expects it. */
  rule: string | null
  until: string | null
  start: DatedMoment | null
  exDates: DatedMoment[]
  rDates: DatedMoment[]
  faults: RuleFault[]
}

export function readLines(text: string): Lines {
  const read: Lines = { rule: null, until: null, start: null, exDates: [], rDates: [], faults: [] }
  const lines = text
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  for (const line of lines) readLine(line, read)
  if (lines.length === 0) read.faults.push({ code: 'empty', part: null, value: null })
  else if (read.rule === null && read.faults.length === 0)
    read.faults.push({ code: 'noRule', part: null, value: null })
  return read
}

function readLine(line: string, read: Lines): void {
  const bare = /^[A-Za-z]+=/.test(line)
  const [, name = 'RRULE', parameters = '', value = ''] = bare
    ? ['', 'RRULE', '', line]
    : (/^([A-Za-z-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? ['', line])
  const fault = (code: FaultCode, given: string) =>
    read.faults.push({ code, part: name.toUpperCase(), value: given })
  switch (name.toUpperCase()) {
    case 'RRULE':
      if (read.rule !== null) fault('severalRules', value)
      else if (parameters !== '') fault('notUnderstood', parameters)
      else readParts(value, read)
      return
    case 'DTSTART': {
      if (read.start !== null) fault('duplicatePart', value)
      const [start] = readDates(name, parameters, value, read.faults)
      // A date without a time begins at midnight.
      read.start =
        start === undefined
          ? null
          : {
              ...start,
              moment:
                start.moment.length === 10
                  ? `${start.moment}T00:00`
                  : start.moment.replace('Z', ''),
            }
      return
    }
    case 'EXDATE':
      read.exDates.push(...readDates(name, parameters, value, read.faults))
      return
    case 'RDATE':
      read.rDates.push(...readDates(name, parameters, value, read.faults))
      return
    default:
      fault('unknownLine', line)
  }
}

const numbers = /^[+-]?\d{1,9}(,[+-]?\d{1,9})*$/
const readable: Readonly<Record<string, RegExp>> = {
  FREQ: /^[A-Z]+$/,
  INTERVAL: /^[+-]?\d{1,15}$/,
  COUNT: /^[+-]?\d{1,15}$/,
  UNTIL: /^[\dTZ]+$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
  BYDAY: /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU))*$/,
  BYMONTH: numbers,
  BYWEEKNO: numbers,
  BYYEARDAY: numbers,
  BYMONTHDAY: numbers,
  BYHOUR: numbers,
  BYMINUTE: numbers,
  BYSECOND: numbers,
  BYSETPOS: numbers,
}
const known = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'])

function readParts(text: string, read: Lines): void {
  const parts = new Map<string, string>()
  // Some programs write a trailing semicolon, which is unambiguous.
  for (const part of text
    .toUpperCase()
    .split(';')
    .filter((written) => written.trim() !== '')) {
    const [name = '', value = '', ...rest] = part.split('=')
    const pattern = Object.hasOwn(readable, name) ? readable[name] : undefined
    const fault = (code: FaultCode) => read.faults.push({ code, part: name, value })
    if (pattern === undefined) fault('unknownPart')
    else if (parts.has(name)) fault('duplicatePart')
    else if (rest.length > 0 || !pattern.test(value)) fault('notUnderstood')
    // the library throws on such an ordinal
    else if (name === 'BYDAY' && /(^|[,+-])0+[A-Z]/.test(value)) fault('outOfRange')
    parts.set(name, value)
  }
  const frequency = parts.get('FREQ')
  if (frequency === undefined) read.faults.push({ code: 'noFrequency', part: 'FREQ', value: null })
  else if (!known.has(frequency))
    read.faults.push({
      code: frequency === 'SECONDLY' ? 'noSeconds' : 'unknownFrequency',
      part: 'FREQ',
      value: frequency,
    })
  const seconds = parts.get('BYSECOND')
  if (seconds !== undefined && !/^\+?0+$/.test(seconds))
    read.faults.push({ code: 'noSeconds', part: 'BYSECOND', value: seconds })
  const until = parts.get('UNTIL')
  if (until !== undefined) {
    read.until = readMoment(until, true)
    if (read.until === null) read.faults.push({ code: 'notADate', part: 'UNTIL', value: until })
  }
  read.rule = [...parts]
    .filter(([name]) => name !== 'UNTIL' && name !== 'BYSECOND')
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
}

function readDates(
  name: string,
  parameters: string,
  value: string,
  faults: RuleFault[],
): DatedMoment[] {
  const zone = /;TZID=("?)([^;:"]+)\1/i.exec(parameters)?.[2] ?? null
  const part = name.toUpperCase()
  if (/;VALUE=PERIOD/i.test(parameters))
    faults.push({ code: 'notUnderstood', part, value: 'PERIOD' })
  return value.split(',').flatMap((text) => {
    const moment = readMoment(text.trim().toUpperCase(), false)
    if (moment !== null)
      return [{ moment, zone: moment.endsWith('Z') && part === 'DTSTART' ? 'UTC' : zone }]
    const code = /^\d{8}T\d{4}(?!00)[0-5]\dZ?$/.test(text) ? 'noSeconds' : 'notADate'
    faults.push({ code, part, value: text })
    return []
  })
}

/**
 * '20261025T080000Z' → '2026-10-25T08:00Z'. Ignores seconds if `mayHaveSeconds` (UNTIL); otherwise
 * they must be 0.
 */
function readMoment(text: string, mayHaveSeconds: boolean): string | null {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})([0-5]\d|60)(Z?))?$/.exec(text)
  if (found === null) return null
  const [, year, month, date, hour, minute, second, universal] = found
  const day: Day = `${year}-${month}-${date}`
  if (hour === undefined) return isWall(`${day}T00:00`) ? day : null
  const wall: Wall = `${day}T${hour}:${minute}`
  return isWall(wall) && (mayHaveSeconds || second === '00') ? wall + (universal ?? '') : null
}
