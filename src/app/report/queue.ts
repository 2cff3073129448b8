export interface QueuedReport {
  code: string
  /** When it was written, by this device's clock. */
  at: number
  /** The problem as the page showed it. Reports of earlier pages have none. */
  what?: string
  body: { key: string } & Record<string, string | readonly string[]>
}

/** A report that was not taken. Its photos are not kept. */
export interface FailedReport extends QueuedReport {
  why: 'gone' | 'refused' | 'tooLate'
}

/** A report that was taken. Its key is the secret address of the answer. */
interface OwnReport {
  key: string
  at: number
  what: string
}

const MAX_KEPT = 20
const DAY = 86_400_000
const KEPT_DAYS = 60

function read<T>(place: string): T[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? (kept as T[]) : []
  } catch {
    return []
  }
}

/** False if the storage is full or blocked. */
function write(place: string, reports: readonly unknown[]): boolean {
  try {
    if (reports.length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(reports))
    return true
  } catch {
    return false
  }
}

function listAt<T extends { at: number }>(
  place: string,
  keyOf: (report: T) => string,
  isBounded: boolean,
) {
  const all = () => read<T>(place)
  const others = (report: T) => all().filter((one) => keyOf(one) !== keyOf(report))
  const bounded = (reports: T[]) =>
    isBounded
      ? reports.filter(({ at }) => Date.now() - at < KEPT_DAYS * DAY).slice(-MAX_KEPT)
      : reports
  return {
    all: () => bounded(all()),
    add: (report: T): boolean => write(place, bounded([...others(report), report])),
    remove: (report: T): boolean => write(place, others(report)),
  }
}

export const queuedReports = listAt<QueuedReport>(
  'plantroom.reports',
  ({ body }) => body.key,
  false,
)
export const failedReports = listAt<FailedReport>(
  'plantroom.failedReports',
  ({ body }) => body.key,
  true,
)
export const ownReports = listAt<OwnReport>('plantroom.ownReports', ({ key }) => key, true)
