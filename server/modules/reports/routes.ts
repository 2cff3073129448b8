import { reports as contract } from '#contract/reports'
import type { Handlers } from '../../kernel/mount.ts'
import { distributionRows, distributions } from './distributions.ts'
import { changes, listSensors, markers, metrics } from './metrics.ts'

export const reportHandlers: Handlers<typeof contract> = {
  getDistributions: (scope, { body: { ranges, ...question } }) => distributions(scope, question, ranges),
  listDistributionRows: (scope, { body }) => distributionRows(scope, body),
  getMetrics: (scope, { body }) => metrics(scope, body),
  getMetricChanges: (scope, { body }) => changes(scope, body),
  listMetricSensors: (scope, { body }) => listSensors(scope, body),
  listMetricMarkers: (scope, { body }) => markers(scope, body),
}
