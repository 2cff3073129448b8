/**
 * Parses states of ESPHome: PREFIX/sensor/OBJECT/state and PREFIX/binary_sensor/OBJECT/state, where
 * PREFIX is FORMAT/NODE. Over HTTP, the message names the node in `device`, with a field per object.
 */
import { valuesIn } from './decoded.ts'
import { EVENT, unusedOf, type Measured } from './devices.ts'
import { record } from './fields.ts'
import { placedValue } from './measurements.ts'
import { freelyNamed } from './profiles/freelyNamed.ts'

const components = new Set(['sensor', 'binary_sensor', 'number'])

export function readEsphome(payload: unknown, along: readonly string[]): Measured {
  if (along.length === 0) {
    const { device, ...fields } = record(payload)
    return device === undefined ? { fault: 'noReadings' } : measuredIn(fields, device)
  }
  const [component, object, last] = along.slice(-3)
  const node = along.slice(0, -3)
  // skips status, debug, commands and other components
  if (node.length === 0 || last !== 'state' || !components.has(component ?? '')) return EVENT
  return measuredIn({ [object ?? '']: payload }, node.join('/'))
}

function measuredIn(fields: Readonly<Record<string, unknown>>, device: unknown): Measured {
  const { values, battery, unused } = valuesIn(fields, freelyNamed)
  return {
    measurements: values.map((one) =>
      placedValue(one, { device, at: null, battery, gateways: [] }),
    ),
    skipped: values.length === 0 ? 1 : 0,
    unused: unusedOf(device, unused),
  }
}
