/**
 * What gateways send, read into one shape. A format is told by its address; what cannot be read
 * says why.
 */
export interface Advert {
  gateway: string
  beacon: string
  rssi: number
  /** When the gateway heard it; null: it has no clock to trust. */
  at: string | null
  battery: number | null
}
type ReportFault = 'notAList' | 'noGateway' | 'noReadings' | 'tooMany'
export type Read =
  | { adverts: Advert[]; /** Elements that were no reading, left out. */ skipped: number }
  | { fault: ReportFault }

export const reportFormats = ['plantroom', 'minew'] as const
export type ReportFormat = (typeof reportFormats)[number]

const READINGS_MAXIMUM = 5_000

/** `ac:23-3f…` → `AC233F…`; null when it is no address of a radio. */
export function macOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const plain = value.replace(/[:.\-\s]/g, '').toUpperCase()
  return /^[0-9A-F]{12}$/.test(plain) ? plain : null
}

export function readReport(format: ReportFormat, payload: unknown): Read {
  return format === 'minew' ? readMinew(payload) : readPlantroom(payload)
}

/** `{ gateway, readings: [{ beacon, rssi, at?, battery? }] }`, or a list of such. */
function readPlantroom(payload: unknown): Read {
  const reports = Array.isArray(payload) ? payload : [payload]
  const adverts: Advert[] = []
  let skipped = 0
  for (const report of reports) {
    const fields = record(report)
    const gateway = macOf(fields['gateway'])
    if (gateway === null) return { fault: 'noGateway' }
    if (!Array.isArray(fields['readings'])) return { fault: 'noReadings' }
    if (fields['readings'].length + adverts.length > READINGS_MAXIMUM) return { fault: 'tooMany' }
    for (const element of fields['readings']) {
      const reading = record(element)
      const advert = advertOf(
        gateway,
        reading['beacon'],
        reading['rssi'],
        reading['at'],
        reading['battery'],
      )
      if (advert === null) skipped += 1
      else adverts.push(advert)
    }
  }
  return { adverts, skipped }
}

/** Minew G1 and G2, JSON-LONG: a list whose element of type `Gateway` says who heard the others. */
function readMinew(payload: unknown): Read {
  if (!Array.isArray(payload)) return { fault: 'notAList' }
  if (payload.length > READINGS_MAXIMUM) return { fault: 'tooMany' }
  const elements = payload.map(record)
  const gateway = macOf(elements.find(({ type }) => type === 'Gateway')?.['mac'])
  if (gateway === null) return { fault: 'noGateway' }
  const adverts: Advert[] = []
  let skipped = 0
  for (const element of elements.filter(({ type }) => type !== 'Gateway')) {
    // Its clock runs wild until it has found a time server, so when it arrived counts, unless it is
    // close (see `timeOf`).
    const advert = advertOf(
      gateway,
      element['mac'],
      element['rssi'],
      element['timestamp'],
      element['battery'],
    )
    if (advert === null) skipped += 1
    else adverts.push(advert)
  }
  return { adverts, skipped }
}

function advertOf(
  gateway: string,
  mac: unknown,
  rssi: unknown,
  at: unknown,
  battery: unknown,
): Advert | null {
  const beacon = macOf(mac)
  // Some gateways send numbers as text; 0 and 127 stand for 'not measured'.
  const strength = typeof rssi === 'string' && rssi.trim() !== '' ? Number(rssi) : rssi
  if (
    beacon === null ||
    beacon === gateway ||
    typeof strength !== 'number' ||
    !Number.isFinite(strength) ||
    strength >= 0 ||
    strength < -120
  )
    return null
  const isTime =
    typeof at === 'string' &&
    /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})?$/.test(at) &&
    !Number.isNaN(Date.parse(at))
  return {
    gateway,
    beacon,
    rssi: strength,
    at: isTime ? new Date(at).toISOString() : null,
    battery:
      typeof battery === 'number' && battery >= 0 && battery <= 100 ? Math.round(battery) : null,
  }
}

/**
 * A gateway's own time counts while it is near ours; an old reading sent late is old, one from the
 * future is now.
 */
export function timeOf(advert: Advert, now: Date): Date {
  if (advert.at === null) return now
  const time = Date.parse(advert.at)
  return time > now.getTime() || now.getTime() - time > 6 * 3_600_000 ? now : new Date(time)
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
