import { reports as contract } from '#contract/reports.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { distributionRows, distributions } from './distributions.ts'
import { readings } from './readings.ts'
import { mayChoose } from '../../foundation/filters/index.ts'
import {
  changes,
  listSensors,
  listMarkers,
  metrics,
  type ReadingStores,
} from '../../site/metrics/index.ts'

export const reportHandlers = (stores: ReadingStores): Handlers<typeof contract> => ({
  async getDistributions(scope, { body: { ranges, sort, limit, offset, ...question } }) {
    await mayChoose(scope, [question.filter], 'body.filter')
    return distributions(scope, question, ranges, { sort, limit, offset })
  },
  async listDistributionRows(scope, { body }) {
    await mayChoose(scope, [body.filter], 'body.filter')
    return distributionRows(scope, body)
  },
  getMetrics: (scope, { body }) => metrics(scope, stores, body),
  getMetricChanges: (scope, { body }) => changes(scope, stores, body),
  listMetricSensors: (scope, { body }) => listSensors(scope, body),
  listReadings: (scope, { body }) => readings(scope, stores, body),
  listMetricMarkers: (scope, { body }) => listMarkers(scope, body),
})
