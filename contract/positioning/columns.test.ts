import fc from 'fast-check'
import { expect, it } from 'vitest'
import { colours } from '#contract/colours.ts'
import { columnsOf, degreesOf, appearanceOf, LOOKS, appearanceFlags } from './columns.ts'
import { equipmentGlyphs } from '#contract/rules/equipmentGlyph.ts'
import { methods } from './fix.ts'

it('columns say of each position what the rows said, to the centimetre and the second', () => {
  const at = '2026-11-20T09:00:00.000Z'
  const row = fc.record({
    equipmentId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    floorId: fc.integer({ min: 1, max: 999 }),
    roomId: fc.option(fc.integer({ min: 1, max: 999 })),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    accuracy: fc.double({ min: 0, max: 60, noNaN: true }),
    at: fc
      .integer({ min: 0, max: 90 * 86_400 })
      .map((seconds) => new Date(Date.parse(at) - seconds * 1000).toISOString()),
    method: fc.constantFrom(...methods),
    colour: fc.option(fc.constantFrom(...colours)),
    isStatic: fc.boolean(),
    glyph: fc.nat({ max: equipmentGlyphs.length - 1 }),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const columns = columnsOf(at, rows.length, rows)
      for (const [index, one] of rows.entries()) {
        expect([
          columns.equipmentIds[index],
          columns.floorIds[index],
          columns.roomIds[index],
        ]).toEqual([one.equipmentId, one.floorId, one.roomId ?? 0])
        expect(degreesOf(columns.x[index] ?? 0, columns.from.longitude)).toBeCloseTo(
          one.longitude,
          6,
        )
        expect(degreesOf(columns.y[index] ?? 0, columns.from.latitude)).toBeCloseTo(one.latitude, 6)
        expect(Date.parse(at) - (columns.age[index] ?? 0) * 1000).toBe(Date.parse(one.at))
        expect(appearanceOf(columns.appearance[index] ?? 0)).toEqual({
          colour: one.colour,
          method: one.method,
          isStatic: one.isStatic,
        })
        expect(appearanceFlags(one)).toBeLessThan(LOOKS)
        expect(columns.glyphs[index]).toBe(one.glyph)
      }
    }),
    { seed: 5, numRuns: 100 },
  )
})
