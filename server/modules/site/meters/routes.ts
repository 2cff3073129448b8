import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import type { meters as contract } from '#contract/meters/meters.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { addMeter, deleteMeter, listMeters } from './meters.ts'
import { addReading, deleteReading, listReadings, updateReading } from './readings.ts'
import { previewMeterType } from './preview.ts'
import { meterTypeHandlers } from './types.ts'

export const meterHandlers: Handlers<typeof contract> = {
  ...referenceListCalls('MeterType', 'MeterTypes', meterTypeHandlers),
  previewMeterType: (scope, { body }) => previewMeterType(scope, body),
  listMeters: (scope, { body }) => listMeters(scope, body),
  addMeter: (scope, { body }) => addMeter(scope, body),
  async deleteMeter(scope, { params }) {
    await deleteMeter(scope, params.id)
    return { deleted: true }
  },
  listMeterReadings: (scope, { params, body }) => listReadings(scope, params.id, body),
  addMeterReading: (scope, { params, body }) => addReading(scope, params.id, body),
  updateMeterReading: (scope, { params, body }) => updateReading(scope, params.id, body),
  async deleteMeterReading(scope, { params }) {
    return { deleted: true, openWork: await deleteReading(scope, params.id) }
  },
}
