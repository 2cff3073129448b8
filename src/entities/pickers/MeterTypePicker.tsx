import { meterCalls } from '#entities/calls/meters.ts'
import { makeReferencePicker } from './pickers.tsx'

export const MeterTypePicker = makeReferencePicker((body, options) =>
  meterCalls.useListMeterTypesQuery(body, options),
)
