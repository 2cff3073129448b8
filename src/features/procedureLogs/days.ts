/** Calendar days of the company's time zone as instants: a day begins at its own midnight, wherever the reader is. */
const day = /^\d{4}-\d{2}-\d{2}$/

export function dayStart(date: string, timeZone: string): string | null {
  return day.test(date) ? midnight(date, timeZone).toISOString() : null
}

/** The last instant of the day. */
export function dayEnd(date: string, timeZone: string): string | null {
  if (!day.test(date)) return null
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return new Date(midnight(next.toISOString().slice(0, 10), timeZone).getTime() - 1).toISOString()
}

function midnight(date: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T00:00:00Z`)
  // The offset is asked twice: the first guess may lie on the other side of a clock change.
  const guess = asUtc - offset(asUtc, timeZone)
  return new Date(asUtc - offset(guess, timeZone))
}

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds. */
function offset(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  }).formatToParts(new Date(at))
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(at / 1000) * 1000
}
