import { describe, expect, it } from 'vitest'
import { storeAmount, writeStored } from './storedReading.ts'

describe('writeStored()', () => {
  it.each([
    ['en', '9.1 °C', '9.1 °C'],
    ['cs', '9.1 °C', '9,1 °C'],
    ['ru', '-12.50 °C · ×3', '-12,50 °C · ×3'],
    ['en', '1200 pcs', '1,200 pcs'],
    ['ar', '9.1 °C', '9.1 °C'],
    ['en', '×2', '×2'],
    ['en', '', ''],
  ])('writes for %s “%s” as “%s”', (language, stored, written) => {
    expect(writeStored(language, stored)).toBe(written)
  })

  it('writes what storeAmount() stored', () => {
    expect(writeStored('cs', storeAmount(2.5, 'ml'))).toBe('2,5 ml')
    expect(storeAmount(1e-7, '')).toBe('0.0000001')
  })
})
