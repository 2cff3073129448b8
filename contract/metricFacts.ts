import type { MetricName } from './metricNames.ts'

export interface MetricFacts {
  /** The unit that readings are converted to. Empty for yes/no, counts and unknown units. */
  unit: string
  step: number
  /**
   * Values beyond these physical bounds are set aside. A sensor type has narrower bounds only if a
   * user sets them.
   */
  physical: readonly [minimum: number, maximum: number] | null
}

const yesNo: MetricFacts = { unit: '', step: 1, physical: null }

export const metricFacts: Readonly<Record<MetricName, MetricFacts>> = {
  /** From absolute zero to the hottest thermocouple (type C). */
  temperature: { unit: '°C', step: 0.1, physical: [-273.15, 2_320] },
  /** Capacitive probes read slightly beyond 0 and 100. */
  humidity: { unit: '%', step: 0.5, physical: [-5, 110] },
  co2: { unit: 'ppm', step: 1, physical: [0, 1_000_000] },
  /** Relative to the air, a vacuum is −1,013. */
  pressure: { unit: 'hPa', step: 0.1, physical: [-1_100, 1_000_000] },
  pm25: { unit: 'µg/m³', step: 0.1, physical: [0, 100_000] },
  pm10: { unit: 'µg/m³', step: 0.1, physical: [0, 100_000] },
  /** Makers send parts per billion, µg/m³ or an index, so the device's own unit applies. */
  voc: { unit: '', step: 1, physical: [0, 1_000_000] },
  illuminance: { unit: 'lx', step: 1, physical: [0, 1_000_000] },
  power: { unit: 'W', step: 0.1, physical: null },
  energy: { unit: 'kWh', step: 0.01, physical: null },
  counter: { unit: '', step: 1, physical: null },
  battery: { unit: '%', step: 1, physical: [0, 100] },
  other: { unit: '', step: 0.01, physical: null },
  waterLeak: yesNo,
  contact: yesNo,
  motion: yesNo,
  vibration: yesNo,
  alarm: yesNo,
}
