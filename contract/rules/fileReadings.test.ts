import { describe, expect, it } from 'vitest'
import { kindsInFile, type FilePoint } from './fileReadings.ts'

const at = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()
/** The days of unclear readings. A text is a stored reading. */
const unclear = (...values: (number | string | Partial<FilePoint>)[]) => unclearIn('km', ...values)
const unclearIn = (unit: string, ...values: (number | string | Partial<FilePoint>)[]) => {
  const points = values.map((given, index) => ({
    at: at(index + 1),
    kind: 'read' as const,
    ...(typeof given === 'object' ? { value: 0, ...given } : { value: Number(given) }),
    isStored: typeof given === 'string',
  }))
  const kinds = kindsInFile(points, unit)
  return points.flatMap((point, index) => (kinds.get(point.at) === 'unclear' ? [index + 1] : []))
}

describe('kindsInFile', () => {
  it('leaves rising readings as they are', () => {
    expect(unclear(100, 120, 120, 150)).toEqual([])
  })

  it('asks about the first reading of a lower row only', () => {
    expect(unclear(100, 200, 5, 15, 30)).toEqual([3])
  })

  it('sets a single high value aside alone', () => {
    expect(unclear(100, 99_999, 120, 130)).toEqual([2])
  })

  it('asks about a last reading that leaps, or counts more hours than have passed', () => {
    expect(unclear(100, 5_000)).toEqual([2])
    expect(unclear(100, 5_000, 5_010)).toEqual([])
    expect(unclearIn('h', 100, 126)).toEqual([2])
    expect(unclearIn('h', 100, 125)).toEqual([])
    expect(unclear(100, 126)).toEqual([])
  })

  it('compares with stored readings on both sides', () => {
    expect(unclear('500', 400, 450)).toEqual([2])
    expect(unclear('100', 300, '200')).toEqual([2])
    expect(unclear('100', 150, '200')).toEqual([])
  })

  it('believes what the file says happened', () => {
    expect(unclear(500, { value: 5, kind: 'reset' }, 10)).toEqual([])
  })

  it('passes over readings that are left out', () => {
    expect(unclear(100, { value: 9_999, kind: 'leftOut' }, 110)).toEqual([])
  })
})
