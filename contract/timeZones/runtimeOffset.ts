/** The offsets of the zone data inside the browser or Node.js, whatever its age. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds east of UTC. Throws for an unknown zone. */
export function runtimeOffset(at: number, timeZone: string): number {
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
