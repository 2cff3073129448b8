/** UTC offsets from the zone data of the browser or Node.js, however old. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** `Date.parse` accepts only years of four digits. */
const [EARLIEST, LATEST] = [Date.UTC(1000, 0, 2), Date.UTC(9999, 11, 30)]

/** Milliseconds east of UTC. Throws for an unknown zone. */
export function runtimeOffset(instant: number, timeZone: string): number {
  const at = Math.min(Math.max(instant, EARLIEST), LATEST)
  const format =
    formats.get(timeZone) ??
    // The Swedish locale writes dates as ISO does.
    new Intl.DateTimeFormat('sv', {
      timeZone,
      numberingSystem: 'latn',
      calendar: 'gregory',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
  formats.set(timeZone, format)
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}
