import { describe, expect, it } from 'vitest'
import { sameSerial, type Piece } from './sameSerial.ts'

const piece = (
  name: string,
  manufacturer: string | null = null,
  gtin: string | null = null,
): Piece => ({
  name,
  serialNumber: '777',
  manufacturer,
  gtin,
})
const read = (values: Record<string, string>) => ({ values: { serialNumber: '777', ...values } })

describe('a row with the serial number of stored equipment', () => {
  const ecg = piece('ECG 12', 'Schiller', '4006381333931')

  it('means it by name, or by maker under another name', () => {
    expect(sameSerial(read({ name: 'ecg 12' }), [ecg])).toEqual([ecg])
    expect(sameSerial(read({ name: 'ECG of ward 2', manufacturer: 'SCHILLER' }), [ecg])).toEqual([
      ecg,
    ])
    expect(sameSerial(read({}), [ecg])).toEqual([ecg])
    expect(sameSerial(read({ name: 'ECG 12', gtin: '04006381333931' }), [ecg])).toEqual([ecg])
  })

  it('means another piece with another maker, product, or neither name nor maker', () => {
    expect(sameSerial(read({ name: 'Suction pump', manufacturer: 'Medela' }), [ecg])).toEqual([])
    expect(sameSerial(read({ name: 'ECG 12', manufacturer: 'Medela' }), [ecg])).toEqual([])
    expect(sameSerial(read({ name: 'ECG 12', gtin: '96385074' }), [ecg])).toEqual([])
    expect(sameSerial(read({ name: 'Another trolley' }), [piece('First trolley')])).toEqual([])
  })

  it('means the one of several whose maker fits', () => {
    const [one, other] = [piece('Scale C', 'Seca'), piece('Scale D', 'Soehnle')]
    expect(sameSerial(read({ name: 'Scale C', manufacturer: 'Seca' }), [one, other])).toEqual([one])
    expect(sameSerial(read({ name: 'Scale D', manufacturer: 'Soehnle' }), [one, other])).toEqual([
      other,
    ])
  })
})
