/**
 * A tag's readings of the last seconds. Columns of numbers in place of one object a reading: with
 * ten thousand tags the objects outlived the young generation, and the collector took a seventh of
 * the thread.
 */
export interface Reading {
  gatewayId: number
  rssi: number
  /** Milliseconds, by the server's clock. */
  at: number
  /** The gateway's own timestamp, unchecked. */
  reportedAt: string | null
}

export class Samples {
  private readonly gatewayIds: number[] = []
  private readonly levels: number[] = []
  private readonly times: number[] = []
  /** Empty until a gateway states a time. Then as long as the others. */
  private readonly reported: (string | null)[] = []

  get length(): number {
    return this.times.length
  }

  add({ gatewayId, rssi, at, reportedAt }: Reading): void {
    if (reportedAt !== null || this.reported.length > 0) {
      while (this.reported.length < this.length) this.reported.push(null)
      this.reported.push(reportedAt)
    }
    this.gatewayIds.push(gatewayId)
    this.levels.push(rssi)
    this.times.push(at)
  }

  /** True if this gateway reported the same strength at the same time of its own. */
  has({ gatewayId, rssi, reportedAt }: Reading): boolean {
    if (reportedAt === null) return false
    for (let index = 0; index < this.reported.length; index += 1)
      if (
        this.reported[index] === reportedAt &&
        this.gatewayIds[index] === gatewayId &&
        this.levels[index] === rssi
      )
        return true
    return false
  }

  dropOldest(): void {
    for (const column of [this.gatewayIds, this.levels, this.times, this.reported]) column.shift()
  }

  /** Keeps the readings after `since`. */
  keepAfter(since: number): void {
    const { gatewayIds, levels, times, reported } = this
    let kept = 0
    for (let index = 0; index < times.length; index += 1) {
      const at = times[index] ?? 0
      if (at <= since) continue
      if (kept !== index) {
        times[kept] = at
        gatewayIds[kept] = gatewayIds[index] ?? 0
        levels[kept] = levels[index] ?? 0
        if (reported.length > 0) reported[kept] = reported[index] ?? null
      }
      kept += 1
    }
    times.length = gatewayIds.length = levels.length = kept
    if (reported.length > kept) reported.length = kept
  }

  /** Calls `see` for each reading, in the order of arrival. */
  visit(see: (gatewayId: number, rssi: number, at: number) => void): void {
    for (let index = 0; index < this.times.length; index += 1)
      see(this.gatewayIds[index] ?? 0, this.levels[index] ?? 0, this.times[index] ?? 0)
  }
}
