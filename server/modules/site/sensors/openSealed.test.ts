import { describe, expect, it } from 'vitest'
import { readServiceData } from '#contract/ingest/advertisement.ts'
import { bytesOf } from '#contract/ingest/bytes.ts'
import { readReport } from '#contract/ingest/reports.ts'
import { counterOf, openSealed } from './openSealed.ts'

const BTHOME = 0xfcd2
const KEY = '231d39c1d7cc1ab1aee224cd096db932'

function reportOf(hex: string, device = '5448E68F80A5') {
  const said = readServiceData(BTHOME, bytesOf(hex) ?? new Uint8Array())
  return said?.sealed === undefined ? null : { device, at: null, gateways: [], packet: said.sealed }
}
function opened(hex: string, { key = KEY, device = '5448E68F80A5' } = {}) {
  const report = reportOf(hex, device)
  if (report === null) return 'not sealed'
  const said = openSealed(report, key)
  return (
    said?.values.map((one) => ('fault' in one ? one.fault : [one.key, one.value])) ?? 'wrong key'
  )
}

/**
 * Vectors from bthome.io/encryption, and tests/test_parser_v2.py of bthome-ble 3.20.0 (d55bd3a).
 */
describe('an encrypted BTHome packet', () => {
  it('of the specification gives 25.06 °C and 50.55 %', () => {
    expect(opened('41a47266c95f730011223378237214')).toEqual([
      ['temperature', 25.06],
      ['humidity', 50.55],
    ])
  })

  it.each([
    ['counter 1122867', '41e445f3c9962b332211006c7c4519', 1_122_867, 25.06],
    ['counter 1122868', '413e932cc7175f34221100553876af', 1_122_868, 25.06],
    ['counter 1122866', '41723d3035fb88322211009e7414c0', 1_122_866, 25.06],
    ['the largest counter', '41ba0db07aeef6ffffffff21fd4600', 0xff_ff_ff_ff, 25.07],
    ['counter 0', '41de40b50e676600000000d7cb95de', 0, 25.07],
  ])('with %s is opened', (_name, hex, counter, degrees) => {
    const report = reportOf(hex)
    expect(report && counterOf(report)).toBe(counter)
    expect(opened(hex)).toEqual([
      ['temperature', degrees],
      ['humidity', 50.55],
    ])
  })

  it('with its address within is opened by that address', () => {
    const hex = '43a5808fe64854f196c06ffb4900112233f08ecbde'
    expect(opened(hex, { device: '000000000001' })).toEqual(opened(hex))
    expect(opened(hex)).not.toBe('wrong key')
  })

  it('of a device that sends when triggered is opened', () => {
    const key = '90bffd73cb6b26ef58a7a8eba9232036'
    expect(opened('450aeb84467f85ba0100003188788c', { key, device: 'B43522F53DA4' })).toEqual([
      ['battery', expect.any(Number)],
    ])
  })

  it('is not opened by another key, another address or a changed byte', () => {
    const key = '814aac74c4f17b6c1581e1ab87816b99'
    expect(opened('41d2fcefe52eb212d600112233bc38c966', { key, device: 'A4C1388D18B2' })).toBe(
      'wrong key',
    )
    expect(opened('41a47266c95f730011223378237214', { device: '5448E68F80A6' })).toBe('wrong key')
    expect(opened('41a47266c95f730011223378237215')).toBe('wrong key')
    expect(opened('45a47266c95f730011223378237214')).toBe('wrong key')
  })

  it('is opened from its parts, as Theengs publishes them', () => {
    const message = {
      id: 'B4:35:22:F5:3D:A4',
      rssi: -60,
      encr: 2,
      cipher: '0aeb84467f85',
      ctr: 'ba010000',
      mic: '3188788c',
    }
    const read = readReport('theengs', message, ['AC233FC00001'])
    const [report] = 'fault' in read ? [] : read.sealed
    const said = report && openSealed(report, '90bffd73cb6b26ef58a7a8eba9232036')
    expect(said?.battery).toEqual(expect.any(Number))
  })

  it('that is too short is none', () => {
    expect(opened('41ba0db07aeef600')).toBe('not sealed')
  })
})
