/**
 * Reports of devices in their makers' formats, so that a newcomer finds measurements to choose from,
 * an encrypted device, a fault that a device reports, and a report that cannot be read.
 */
import { createCipheriv } from 'node:crypto'
import type { ReportFormat } from '#contract/ingest/reports.ts'
import { sealedDevice } from './sensors.ts'

interface MakersReport {
  format: ReportFormat
  payload: unknown
  along: readonly string[]
}

const GATEWAY = 'AC233FC01000'
const SHELLY = 'shellyplusuni-c4d8d5517a30'

const chirpstack = (devEui: string, deviceProfileName: string, rest: object): MakersReport => ({
  format: 'chirpstack',
  payload: { deviceInfo: { devEui, deviceProfileName }, ...rest },
  along: [],
})

/** A Minew gateway that forwards one radio's service data of BTHome. */
const bthome = (mac: string, data: Buffer): MakersReport => {
  const service = Buffer.concat([SERVICE, data])
  const advert = Buffer.concat([Buffer.from([service.length + 1, 0x16]), service])
  return {
    format: 'minew',
    payload: [
      { type: 'Gateway', mac: GATEWAY },
      { type: 'Unknown', mac, rssi: -64, rawData: advert.toString('hex').toUpperCase() },
    ],
    along: [],
  }
}
/** 0xFCD2, the lower byte first. */
const SERVICE = Buffer.from([0xd2, 0xfc])
const TEMPERATURE = 0x02
const WINDOW = 0x2d
const OPEN = 0x40
const SEALED = 0x41

const degrees = (celsius: number): Buffer => {
  const bytes = Buffer.from([TEMPERATURE, 0, 0])
  bytes.writeInt16LE(Math.round(celsius * 100), 1)
  return bytes
}

/** As bthome.io/encryption says. `counter` must rise. */
function sealed(objects: Buffer, counter: number): Buffer {
  const [info, count] = [Buffer.from([SEALED]), Buffer.alloc(4)]
  count.writeUInt32LE(counter)
  const nonce = Buffer.concat([Buffer.from(sealedDevice.id, 'hex'), SERVICE, info, count])
  const cipher = createCipheriv('aes-128-ccm', Buffer.from(sealedDevice.key, 'hex'), nonce, {
    authTagLength: 4,
  })
  const text = cipher.update(objects)
  cipher.final()
  return Buffer.concat([info, text, count, cipher.getAuthTag()])
}

export function makersReports(now: Date, random: () => number): MakersReport[] {
  const about = (level: number, noise: number) =>
    Math.round((level + (random() - 0.5) * noise) * 100) / 100
  const hour = now.getUTCHours()
  const seconds = Math.floor(now.getTime() / 1_000)
  return [
    chirpstack('A84041000181FB01', 'Dragino LHT65N', {
      object: {
        Node_type: 'LHT65N',
        BatV: 3.056,
        TempC_SHT: about(21, 1),
        Hum_SHT: about(45, 4),
        TempC_DS: about(-18.5, 0.6),
      },
    }),
    // no probe is connected
    chirpstack('A84041000181FB02', 'Dragino LHT52', {
      object: {
        Node_type: 'LHT52',
        TempC_SHT: about(22, 1),
        Hum_SHT: about(41, 4),
        TempC_DS: 327.67,
      },
    }),
    chirpstack('24E124725C140001', 'Milesight AM307', {
      object: {
        temperature: about(22.5, 1),
        humidity: about(44, 3),
        co2: Math.round(about(650, 120)),
        pir: hour > 6 && hour < 18 ? 'trigger' : 'idle',
        pressure: about(1_008, 2),
      },
    }),
    // its network has no decoder
    chirpstack('24E124136B320002', 'EM300-TH', { data: 'A2fTAARoTg==' }),
    bthome(
      'BC026EC3FE01',
      Buffer.concat([
        Buffer.from([OPEN]),
        degrees(about(4.5, 0.4)),
        degrees(about(8, 0.5)),
        Buffer.from([WINDOW, 0]),
      ]),
    ),
    bthome(sealedDevice.id, sealed(degrees(about(4.8, 0.5)), seconds)),
    {
      format: 'shelly',
      payload: {
        src: SHELLY,
        dst: `${SHELLY}/events`,
        method: 'NotifyFullStatus',
        params: {
          ts: seconds,
          'temperature:100': { id: 100, tC: about(54, 2), tF: 129.2 },
          'temperature:101': { id: 101, tC: null, tF: null, errors: ['read'] },
          'input:2': { id: 2, counts: { total: 18_240 } },
          sys: { mac: 'C4D8D5517A30', uptime: 86_400 },
        },
      },
      along: [SHELLY, 'events', 'rpc'],
    },
    {
      format: 'esphome',
      payload: `${about(-20.5, 0.6)}`,
      along: ['kitchen-freezer', 'sensor', 'freezer_temperature', 'state'],
    },
    {
      format: 'esphome',
      payload: 'OFF',
      along: ['kitchen-freezer', 'binary_sensor', 'freezer_door', 'state'],
    },
  ]
}
