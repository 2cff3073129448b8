const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {}

const PLAIN_ADDRESS = /^[0-9A-F]{12}([0-9A-F]{4})?$/

/**
 * Normalises an address of six bytes, or eight in LoRaWAN: `ac:23-3f…` → `AC233F…`. Returns null if
 * it is not an address.
 */
export function macOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (PLAIN_ADDRESS.test(value)) return value
  const plain = value.replace(/[:.\-\s]/g, '').toUpperCase()
  return PLAIN_ADDRESS.test(plain) ? plain : null
}

/**
 * Parses ISO 8601 to UTC with milliseconds. Without a zone, UTC applies. Returns null if invalid,
 * such as 30 February.
 */
export function parseInstant(at: unknown): string | null {
  if (typeof at !== 'string' || at.length > 40) return null
  const [, year, month, day, zone] =
    /^(\d{4})-(\d{2})-(\d{2})T[\d:.]+(Z|[+-]\d{2}:?\d{2})?$/.exec(at) ?? []
  const named = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const time = Date.parse(zone === undefined ? `${at}Z` : at)
  return Number.isNaN(time) || named.getUTCDate() !== Number(day)
    ? null
    : new Date(time).toISOString()
}

export const batteryOf = (battery: unknown): number | null =>
  typeof battery === 'number' && battery >= 0 && battery <= 100 ? Math.round(battery) : null

/** Unix seconds, as text or a number. Returns null for 0: the clock was never set. */
export function unixTime(seconds: unknown): string | null {
  const number = typeof seconds === 'string' || typeof seconds === 'number' ? Number(seconds) : 0
  return Number.isFinite(number) && number > 0 && number < 253_402_300_800
    ? parseInstant(new Date(number * 1_000).toISOString())
    : null
}
