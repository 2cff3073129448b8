/**
 * Guesses the format and content of an unreadable report, as help for the user. For the page only;
 * the server does not import it.
 */
import { readAdvertisement } from './advertisement.ts'
import { bytesOf } from './bytes.ts'
import { macOf } from './fields.ts'
import { readReport, reportFormats, type Read, type ReportFormat } from './reports.ts'
import type { MetricName } from '#contract/metricNames.ts'

export interface Understood {
  /** The format that reads most of the report; null if no format reads any of it. */
  looksLike: ReportFormat | null
  heard: number
  readings: { device: string; metric: MetricName | null; value: number }[]
  addresses: string[]
  says: string[]
  /** Only the beginning of the report was stored, and the guess is based on it. */
  isCut: boolean
}

const MAX_EXAMPLES = 5
/** Placeholder for the gateway. It must differ from any device's address. */
const NOBODY = ['00:00:00:00:00:01']

export function previewPayload(text: string): Understood | null {
  const read = parseCut(text)
  if (read === null) return null
  const { value, isCut } = read
  const guesses = reportFormats.map((format) => ({ format, ...amountOf(value, format) }))
  const best = guesses.reduce((one, other) => (other.amount > one.amount ? other : one))
  const { addresses, says } = foundIn(value)
  const isEmpty = best.amount === 0 && addresses.length === 0 && says.length === 0
  if (isEmpty) return null
  return {
    looksLike: best.amount === 0 ? null : best.format,
    heard: best.heard,
    readings: best.readings,
    addresses,
    says,
    isCut,
  }
}

function amountOf(value: unknown, format: ReportFormat) {
  const asItIs = countOf(readReport(format, value))
  // the gateway may be in the topic, which is not stored
  return asItIs.amount > 0 ? asItIs : countOf(readReport(format, value, NOBODY))
}

function countOf(read: Read) {
  if ('fault' in read) return { amount: 0, heard: 0, readings: [] }
  const { adverts } = read
  // Any number may be a measurement of another name, or a count.
  const measurements = read.measurements.filter(
    ({ metric }) => metric !== 'other' && metric !== 'counter',
  )
  return {
    amount: adverts.length + measurements.length,
    heard: adverts.length,
    readings: measurements
      .flatMap(({ device, metric, value }) => (value === null ? [] : [{ device, metric, value }]))
      .slice(0, MAX_EXAMPLES),
  }
}

const VALUES_MAXIMUM = 2_000

function foundIn(value: unknown): { addresses: string[]; says: string[] } {
  const addresses = new Set<string>()
  const says = new Set<string>()
  const waiting: unknown[] = [value]
  for (let seen = 0; waiting.length > 0 && seen < VALUES_MAXIMUM; seen += 1) {
    const next = waiting.shift()
    if (typeof next === 'object' && next !== null)
      waiting.push(...Object.values(next).slice(0, 500))
    else if (typeof next === 'string') {
      const address = isAddress(next) ? macOf(next) : null
      if (address !== null) addresses.add(address)
      else {
        const bytes = next.length < 14 ? null : bytesOf(next)
        const identity = bytes === null ? null : readAdvertisement(bytes)?.identity
        if (identity !== undefined && identity !== null) says.add(identity)
      }
    }
  }
  return {
    addresses: [...addresses].slice(0, MAX_EXAMPLES),
    says: [...says].slice(0, MAX_EXAMPLES),
  }
}

/** Twelve digits without separators may be any number. */
const isAddress = (text: string) => /[:-]/.test(text) || (/[a-f]/i.test(text) && text.length === 12)

/** Parses JSON that may be cut off. Returns null if it is not JSON. */
export function parseCut(text: string): { value: unknown; isCut: boolean } | null {
  try {
    return { value: JSON.parse(text) as unknown, isCut: false }
  } catch {
    const whole = closed(text)
    if (whole === null) return null
    try {
      return { value: JSON.parse(whole) as unknown, isCut: true }
    } catch {
      return null
    }
  }
}

/** Cuts at the last comma outside a string and closes the open brackets. */
function closed(text: string): string | null {
  let open = ''
  let last: { at: number; open: string } | null = null
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    } else if (letter === '{') open = `}${open}`
    else if (letter === '[') open = `]${open}`
    else if (letter === '}' || letter === ']') open = open.slice(1)
    else if (letter === ',') last = { at, open }
  }
  return last === null ? null : text.slice(0, last.at) + last.open
}
