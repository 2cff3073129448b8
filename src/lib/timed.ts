/**
 * Does the work and notes how long it took, for measurements; only the newest note of a name is
 * kept.
 */
export function timed<R>(name: string, work: () => R): R {
  const began = performance.now()
  const result = work()
  performance.clearMeasures(name)
  performance.measure(name, { start: began, end: performance.now() })
  return result
}
