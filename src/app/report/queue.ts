export interface QueuedReport {
  code: string
  /** When it was written, by this device's clock. */
  at: number
  body: { key: string } & Record<string, string | readonly string[]>
}

const PLACE = 'plantroom.reports'

function read(): QueuedReport[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(kept) ? (kept as QueuedReport[]) : []
  } catch {
    return []
  }
}

/** False if the storage is full or blocked. */
function write(reports: readonly QueuedReport[]): boolean {
  try {
    if (reports.length === 0) localStorage.removeItem(PLACE)
    else localStorage.setItem(PLACE, JSON.stringify(reports))
    return true
  } catch {
    return false
  }
}

const others = ({ body }: QueuedReport) => read().filter((one) => one.body.key !== body.key)

export const queuedReports = {
  all: read,
  add: (report: QueuedReport): boolean => write([...others(report), report]),
  remove: (report: QueuedReport): boolean => write(others(report)),
}
