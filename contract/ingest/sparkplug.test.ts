/** Payloads written by sparkplug-payload 1.0.3 (Eclipse Tahu). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf } from './bytes.ts'
import { readReport } from './reports.ts'
import {
  readBirth,
  deadMetrics,
  ResolvedSparkplug,
  sessionIn,
  isSparkplugCommand,
  sparkplugTopic,
  type Birth,
} from './sparkplug.ts'
import { compressedIn, readSparkplugPayload, type SparkplugPayload } from './sparkplugPayload.ts'

const NBIRTH =
  '0880bab8f8ac3312120a0562645365711880bab8f8ac3320045803121a0a144e6f646520436f6e74726f6c2f52656269727468200b700012200a0e537570706c7920566f6c7461676510011880bab8f8ac33200965cdccc0411800'
const DBIRTH =
  '0880bab8f8ac33123b0a15436f6c6420526f6f6d2f54656d7065726174757265100a1880bab8f8ac3320094a120a07656e67556e69741207080c4203c2b04365000094c112330a104f76656e2f54656d7065726174757265100b200a4a120a07656e67556e69741207080c4203c2b04669000000000080784012100a0848756d6964697479100c2002503712120a064f6666736574100d200350f9ffffff0f12250a06456e65726779100e20074a110a07656e67556e69741206080c420257685880bcc1960b120c0a044c65616b100f200b700112140a07436f756e746572101020085894b4e4f4cb0312170a065369676e65641011200458fbffffffffffffffff0112100a0454696e791012200150ffffffff0f120f0a054d6f64656c1013200c7a02583112100a0850726573737572651014200938011801'
const DDATA =
  '0880bab8f8ac331210100a18e08ebcf8ac3320096500008ac1120d100c18e08ebcf8ac33200238011206100f200b7000120910632009650000803f1802'
const LATE =
  '0880bab8f8ac331212100a1880d8bdf3ac332009280165000080c11210100b18e08ebcf8ac332009650000c07f1803'
const NDEATH = '08a0c7bef8ac33120b0a05626453657120045803'

const payloadOf = (hex: string): SparkplugPayload => {
  const payload = readSparkplugPayload(bytesOf(hex) ?? new Uint8Array())
  if (payload === null) throw new Error('It is not a payload')
  return payload
}
const of = { node: 'Plant 1/Edge', device: 'Kitchen' }
function read(payload: SparkplugPayload, birth: Birth | null) {
  const told = readReport('sparkplug', new ResolvedSparkplug([{ of, payload, birth }]))
  if ('fault' in told) throw new Error(told.fault)
  return told
}
const birth = readBirth(payloadOf(DBIRTH))

describe('a payload of Sparkplug B', () => {
  it('gives numbers by their types, in the units of the metrics', () => {
    const { measurements } = read(payloadOf(DBIRTH), birth)
    expect(measurements.map(({ key, metric, value }) => [key, metric, value])).toEqual([
      ['coldroom/temperature', 'temperature', -18.5],
      ['oven/temperature', 'temperature', 200],
      ['humidity', 'humidity', 55],
      ['offset', 'other', -7],
      ['energy', 'energy', 3_000_000],
      ['leak', 'waterLeak', 1],
      ['counter', 'counter', 123_456_789_012],
      ['signed', 'other', -5],
      ['tiny', 'other', -1],
      ['pressure', 'pressure', null],
    ])
    expect(measurements[0]).toMatchObject({
      device: 'PLANT 1/EDGE/KITCHEN',
      at: '2025-11-29T10:00:00.000Z',
      unit: '°C',
    })
  })

  it('names data by the aliases of the birth, and sets aside an alias without one', () => {
    const { measurements, faults } = read(payloadOf(DDATA), birth)
    expect(measurements.map(({ key, value }) => [key, value])).toEqual([
      ['coldroom/temperature', -17.25],
      ['humidity', null],
      ['leak', 0],
    ])
    expect(faults).toEqual([
      { fault: 'unknownAlias', device: 'PLANT 1/EDGE/KITCHEN', label: '#99' },
    ])
    expect(read(payloadOf(DDATA), null).faults).toHaveLength(4)
  })

  it('gives a value of the past its time, and has none where the float is NaN', () => {
    const { measurements } = read(payloadOf(LATE), birth)
    expect(measurements.map(({ key, value, at }) => [key, value, at])).toEqual([
      ['coldroom/temperature', -16, new Date(1_764_400_000_000).toISOString()],
      ['oven/temperature', null, '2025-11-29T10:01:00.000Z'],
    ])
  })

  it('has a session, and passes over what is about the node itself', () => {
    const payload = payloadOf(NBIRTH)
    expect([sessionIn(payload), sessionIn(payloadOf(NDEATH))]).toEqual(['3', '3'])
    expect(readBirth(payload).metrics.map(({ name }) => name)).toEqual(['Supply Voltage'])
    const { measurements, unused } = read(payload, readBirth(payload))
    expect([measurements.map(({ key, value }) => [key, value]), unused]).toEqual([
      [['supplyvoltage', 24.1]],
      [],
    ])
    const alone = { at: null, metrics: payload.metrics.filter(({ name }) => name === 'bdSeq') }
    expect(read(alone, null)).toMatchObject({ measurements: [], isEvent: true })
  })

  it('names metrics of several values, which no sensor can read', () => {
    const payload = {
      at: null,
      metrics: [{ name: 'Recipe', alias: null, type: 16, at: null, unit: '' }],
    }
    expect(read(payload, null)).toMatchObject({
      measurements: [],
      unused: [{ device: 'PLANT 1/EDGE/KITCHEN', label: 'Recipe' }],
    })
  })

  it('leaves no metric with a value after a death', () => {
    const payload = { at: null, metrics: deadMetrics(birth) }
    const { measurements } = read(payload, birth)
    expect(measurements.length).toBeGreaterThan(8)
    expect(measurements.every(({ value }) => value === null)).toBe(true)
  })

  it('is refused, and never throws, if it is cut or not one', () => {
    const whole = bytesOf(DBIRTH) ?? new Uint8Array()
    fc.assert(
      fc.property(fc.nat(whole.length - 3), (length) => {
        expect(() => readSparkplugPayload(whole.subarray(0, length))).not.toThrow()
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const payload = readSparkplugPayload(bytes)
        if (payload !== null) expect(() => read(payload, birth)).not.toThrow()
      }),
    )
    expect(readSparkplugPayload(new TextEncoder().encode('{"online":true}'))).toBe(null)
    expect(readSparkplugPayload(new Uint8Array())).toBe(null)
    expect(compressedIn(whole)).toBe(null)
  })
})

it('a topic of Sparkplug names group, node and device, with or without its namespace', () => {
  const topic = { type: 'DDATA', node: 'Plant 1/Edge', device: 'Kitchen' }
  expect(sparkplugTopic(['spBv1.0', 'Plant 1', 'DDATA', 'Edge', 'Kitchen'])).toEqual(topic)
  expect(sparkplugTopic(['Plant 1', 'DDATA', 'Edge', 'Kitchen'])).toEqual(topic)
  expect(sparkplugTopic(['spBv1.0', 'Plant 1', 'NDEATH', 'Edge'])).toMatchObject({ device: null })
  expect(isSparkplugCommand(['spBv1.0', 'Plant 1', 'NCMD', 'Edge'])).toBe(true)
  expect(isSparkplugCommand(['spBv1.0', 'STATE', 'host'])).toBe(true)
  expect(isSparkplugCommand(['spBv1.0', 'Plant 1', 'NDATUM', 'Edge'])).toBe(false)
  for (const other of [
    ['spBv1.0', 'STATE', 'host'],
    ['spBv1.0', 'Plant 1', 'NCMD', 'Edge'],
    ['spBv1.0', 'Plant 1', 'DDATA', 'Edge'],
    [],
  ])
    expect(sparkplugTopic(other)).toBe(null)
})
