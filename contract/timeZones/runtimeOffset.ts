/** The offsets of the zone data inside the browser or Node.js, whatever its age. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds east of UTC. Throws for an unknown zone. */
export function runtimeOffset(at: number, zone: string): number {
  const format = formats.get(zone) ?? wallClockFormat(zone)
  formats.set(zone, format)
  const parts = format.formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(at / 1000) * 1000
}

/** Its locale, digits and calendar are fixed, so that the parts are numbers. */
const wallClockFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    numberingSystem: 'latn',
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
