/**
 * Runs the work and records its duration as a performance measure; only the newest one of a name
 * stays.
 */
export function measureDuration<R>(name: string, work: () => R): R {
  const began = performance.now()
  const result = work()
  performance.clearMeasures(name)
  performance.measure(name, { start: began, end: performance.now() })
  return result
}
