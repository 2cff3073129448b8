import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeGlyphOf, placeGlyphs } from './placeGlyph.ts'

it('placeGlyphOf() chooses by the location type’s name, in six languages', () => {
  const named = {
    campus: ['Campus', 'קמפוס', 'مجمّع', 'Комплекс', 'Areál'],
    building: ['Building', 'בניין', 'مبنى', 'Здание', 'Budova'],
    floor: ['Floor', 'קומה', 'طابق', 'Этаж', 'Podlaží', 'Podlažie'],
    room: ['Room', 'Operating room', 'חדר', 'غرفة', 'Помещение', 'Místnost', 'Miestnosť'],
    ward: ['Ward', 'מחלקה', 'قسم', 'Отделение', 'Oddělení', 'Oddelenie'],
    store: ['Storage room', 'מחסן', 'مستودع', 'Склад', 'Sklad'],
    outside: ['Roof garden', 'חצר', 'حديقة', 'Двор', 'Dvůr'],
    stairs: ['Staircase', 'מדרגות', 'درج', 'Лестница', 'Schodiště'],
  } as const
  for (const [glyph, names] of Object.entries(named))
    for (const name of names) expect([name, placeGlyphOf(name)]).toEqual([name, glyph])
})

it('placeGlyphOf() gives one of the glyphs for any name', () => {
  expect(placeGlyphOf('Zxcv')).toBe('place')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(placeGlyphs).toContain(placeGlyphOf(name))
    }),
    { seed: 7, numRuns: 200 },
  )
})
