/** Ruuvi's data formats 3, 5, 6 and E1 (docs.ruuvi.com). Begins after the company identifier. */
import type { MetricName } from '#contract/metricNames.ts'
import type { Said } from './said.ts'
import { uint8At, bigEndian16At, bigEndian24At, rounded, signed } from './bytes.ts'
import { valueOf } from './decoded.ts'
import type { Value } from './measurements.ts'

export function readRuuvi(data: Uint8Array): Said | null {
  const format = uint8At(data, 0)
  const read = formats.get(format)
  if (read === undefined || data.length < read.length) return null
  return { identity: 'Ruuvi', isSealed: false, ...read.values(data) }
}

interface Format {
  /** Bytes. */
  length: number
  values(data: Uint8Array): Pick<Said, 'values' | 'battery'>
}

/** Converts `raw` to the metric's value, or null if the device has no value. */
const measured = (
  metric: MetricName,
  raw: number,
  absent: number,
  factor: number,
  key: string = metric,
): Value => valueOf(metric, key, raw === absent ? null : rounded(raw * factor))

const temperature = (data: Uint8Array, at: number): Value =>
  measured('temperature', signed(bigEndian16At(data, at), 16), -0x8000, 0.005)
const humidity = (data: Uint8Array, at: number): Value =>
  measured('humidity', bigEndian16At(data, at), 0xffff, 0.0025)
const pressure = (data: Uint8Array, at: number): Value => {
  const raw = bigEndian16At(data, at)
  return valueOf('pressure', 'pressure', raw === 0xffff ? null : rounded((raw + 50_000) / 100))
}
const particles = (metric: MetricName, data: Uint8Array, at: number, key: string = metric): Value =>
  measured(metric, bigEndian16At(data, at), 0xffff, 0.1, key)
/** Reads nine bits; the ninth is in the flags. */
const nineBits = (data: Uint8Array, at: number, flags: number, bit: number): number =>
  (uint8At(data, at) << 1) | ((uint8At(data, flags) >> bit) & 1)
const gases = (data: Uint8Array, at: number, flags: number): Value[] => [
  { ...measured('voc', nineBits(data, at, flags, 6), 0x1ff, 1), unit: '' },
  { ...measured('other', nineBits(data, at + 1, flags, 7), 0x1ff, 1, 'nox') },
]

/** Millivolts of a coin cell, as percent. */
const VOLTS = { empty: 2_000, full: 3_000 }
const chargeOf = (millivolts: number): number =>
  Math.min(100, Math.max(0, (100 * (millivolts - VOLTS.empty)) / (VOLTS.full - VOLTS.empty)))

/** Light in format 6 is one byte on a logarithmic scale up to 65,535 lx. */
const LIGHT = Math.log(65_536) / 254
const lightOf = (code: number): number => Math.round((Math.exp(code * LIGHT) - 1) * 100) / 100

const formats = new Map<number, Format>([
  [
    3,
    {
      length: 14,
      values(data) {
        const whole = uint8At(data, 2)
        const degrees = (whole & 0x7f) + uint8At(data, 3) / 100
        return {
          values: [
            valueOf('temperature', 'temperature', whole & 0x80 ? -degrees : degrees),
            valueOf('humidity', 'humidity', uint8At(data, 1) / 2),
            valueOf('pressure', 'pressure', (bigEndian16At(data, 4) + 50_000) / 100),
          ],
          battery: chargeOf(bigEndian16At(data, 12)),
        }
      },
    },
  ],
  [
    5,
    {
      length: 24,
      values(data) {
        const power = bigEndian16At(data, 13) >> 5
        return {
          values: [
            temperature(data, 1),
            humidity(data, 3),
            pressure(data, 5),
            measured('counter', uint8At(data, 15), 0xff, 1, 'movementcounter'),
          ],
          battery: power === 0x7ff ? null : chargeOf(1_600 + power),
        }
      },
    },
  ],
  [
    6,
    {
      length: 20,
      values: (data) => ({
        values: [
          temperature(data, 1),
          humidity(data, 3),
          pressure(data, 5),
          particles('pm25', data, 7),
          measured('co2', bigEndian16At(data, 9), 0xffff, 1),
          ...gases(data, 11, 16),
          valueOf(
            'illuminance',
            'illuminance',
            uint8At(data, 13) === 0xff ? null : lightOf(uint8At(data, 13)),
          ),
        ],
        battery: null,
      }),
    },
  ],
  [
    0xe1,
    {
      length: 40,
      values: (data) => ({
        values: [
          temperature(data, 1),
          humidity(data, 3),
          pressure(data, 5),
          particles('other', data, 7, 'pm1'),
          particles('pm25', data, 9),
          particles('other', data, 11, 'pm4'),
          particles('pm10', data, 13),
          measured('co2', bigEndian16At(data, 15), 0xffff, 1),
          ...gases(data, 17, 28),
          measured('illuminance', bigEndian24At(data, 19), 0xff_ff_ff, 0.01),
        ],
        battery: null,
      }),
    },
  ],
])
