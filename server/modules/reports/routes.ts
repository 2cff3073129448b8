import { reports as contract } from '#contract/reports'
import type { Handlers } from '../../kernel/mount.ts'
import { mayChoose } from '../dashboards/index.ts'
import { distributionRows, distributions } from './distributions.ts'
import { changes, listSensors, markers, metrics, readings } from './metrics.ts'

export const reportHandlers: Handlers<typeof contract> = {
  async getDistributions(scope, { body: { ranges, sort, limit, offset, ...question } }) {
    await mayChoose(scope, [question.filter], 'body.filter')
    return distributions(scope, question, ranges, { sort, limit, offset })
  },
  async listDistributionRows(scope, { body }) {
    await mayChoose(scope, [body.filter], 'body.filter')
    return distributionRows(scope, body)
  },
  getMetrics: (scope, { body }) => metrics(scope, body),
  getMetricChanges: (scope, { body }) => changes(scope, body),
  listMetricSensors: (scope, { body }) => listSensors(scope, body),
  listReadings: (scope, { body }) => readings(scope, body),
  listMetricMarkers: (scope, { body }) => markers(scope, body),
}
