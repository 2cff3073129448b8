import { describe, expect, it } from 'vitest'
import { labelSheets, labelSizes, labelsOnSheet, layLabels } from './labels.ts'

const some = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

describe('labels on sheets', () => {
  it.each(labelSizes)(
    'lie within a sheet of %s, none over another, the same from both sides',
    (size) => {
      const { page, label, margin } = labelSheets[size]
      const [sheet = []] = layLabels(size, some(labelsOnSheet(size)))
      expect(sheet).toHaveLength(labelsOnSheet(size))
      for (const [index, { start, top }] of sheet.entries()) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start + label.width).toBeLessThanOrEqual(page.width + 1e-9)
        expect(top + label.height).toBeLessThanOrEqual(page.height + 1e-9)
        for (const other of sheet.slice(index + 1))
          expect(
            Math.abs(other.start - start) >= label.width - 1e-9 ||
              Math.abs(other.top - top) >= label.height - 1e-9,
          ).toBe(true)
      }
      const last = sheet.at(-1)
      expect(page.width - (last?.start ?? 0) - label.width).toBeCloseTo(margin.start, 2)
      expect(page.height - (last?.top ?? 0) - label.height).toBeCloseTo(margin.top, 2)
    },
  )

  it('are 21, 189 or 30 on a sheet, or fed singly', () => {
    expect(labelSizes.map(labelsOnSheet)).toEqual([21, 189, 30, 1, 1, 1, 1, 1, 1, 1])
  })

  it('begin at the first free position of a used sheet, and continue at the top of the next', () => {
    const sheets = layLabels('L7160', some(5), 20)
    expect(sheets.map((sheet) => sheet.map(({ of }) => of))).toEqual([
      [0, 1],
      [2, 3, 4],
    ])
    expect(sheets[0]?.[0]).toEqual({ of: 0, start: 73.25, top: 243.75 })
    expect(sheets[1]?.[0]).toEqual({ of: 2, start: 7.25, top: 15.15 })
  })

  it('begin at the nearest position if the sheet does not have the requested one', () => {
    expect(layLabels('L7160', some(2), 99).map((sheet) => sheet.length)).toEqual([1, 1])
    expect(layLabels('roll62', some(2), 7).map((sheet) => sheet.length)).toEqual([1, 1])
    expect(layLabels('L7160', some(2), -3)).toEqual(layLabels('L7160', some(2)))
    expect(layLabels('L7160', [], 4)).toEqual([])
  })
})
