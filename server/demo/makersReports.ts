/**
 * Reports of devices that the demo has not made sensors of yet, in their makers' formats, so that a
 * newcomer finds measurements to choose from.
 */
import type { ReportFormat } from '#contract/ingest/reports.ts'

export interface MakersReport {
  format: ReportFormat
  payload: unknown
}

const chirpstack = (devEui: string, deviceProfileName: string, object: object): MakersReport => ({
  format: 'chirpstack',
  payload: { deviceInfo: { devEui, deviceProfileName }, object },
})

/** Two bytes, the lower one first, as BTHome has them. */
const hex16 = (value: number): string => {
  const [low, high] = [value & 0xff, (value >> 8) & 0xff]
  return [low, high].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function makersReports(now: Date, random: () => number): MakersReport[] {
  const about = (level: number, noise: number) =>
    Math.round((level + (random() - 0.5) * noise) * 100) / 100
  const hour = now.getUTCHours()
  return [
    chirpstack('A84041000181FB01', 'Dragino LHT65N', {
      Node_type: 'LHT65N',
      BatV: 3.056,
      TempC_SHT: about(21, 1),
      Hum_SHT: about(45, 4),
      TempC_DS: about(-18.5, 0.6),
    }),
    // no probe is connected
    chirpstack('A84041000181FB02', 'Dragino LHT52', {
      Node_type: 'LHT52',
      TempC_SHT: about(22, 1),
      Hum_SHT: about(41, 4),
      TempC_DS: 327.67,
    }),
    chirpstack('24E124725C140001', 'Milesight AM307', {
      temperature: about(22.5, 1),
      humidity: about(44, 3),
      co2: Math.round(about(650, 120)),
      pir: hour > 6 && hour < 18 ? 'trigger' : 'idle',
      pressure: about(1_008, 2),
    }),
    {
      format: 'minew',
      payload: [
        { type: 'Gateway', mac: 'AC233FC0FE01' },
        {
          type: 'Unknown',
          mac: 'BC026EC3FE01',
          rssi: -64,
          // BTHome: two temperatures and a window
          rawData: `0C16D2FC4002${hex16(Math.round(about(4.5, 0.4) * 100))}02${hex16(
            Math.round(about(8, 0.5) * 100),
          )}2D00`,
        },
      ],
    },
  ]
}
