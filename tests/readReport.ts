/** Reads a report for tests of temperature, humidity and leaks, without the other metrics. */
import { readReport as readAll } from '#contract/ingest/reports.ts'

export function readReport(...report: Parameters<typeof readAll>) {
  const read = readAll(...report)
  return 'fault' in read
    ? read
    : {
        ...read,
        measurements: read.measurements.filter(
          ({ metric }) =>
            metric === null || ['temperature', 'humidity', 'waterLeak'].includes(metric),
        ),
      }
}
