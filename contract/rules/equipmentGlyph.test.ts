import fc from 'fast-check'
import { expect, it } from 'vitest'
import { equipmentGlyphs, glyphIndex, glyphOf } from './equipmentGlyph.ts'

it('glyphOf() chooses by the type’s name, in six languages', () => {
  for (const [name, glyph] of [
    ['Infusion pump', 'pump'],
    ['Patient monitor', 'monitor'],
    ['Hospital bed', 'bed'],
    ['Defibrillator', 'defibrillator'],
    ['Wheelchair', 'wheelchair'],
    ['Ventilator', 'ventilator'],
    ['Ultrasound', 'ultrasound'],
    ['Medicine fridge', 'fridge'],
    ['Air handling unit', 'air'],
    ['Fire extinguisher', 'extinguisher'],
    ['BLE gateway', 'gateway'],
    ['Temperature sensor', 'sensor'],
    ['Nurse', 'person'],
    ['משאבת עירוי', 'pump'],
    ['מיטה', 'bed'],
    ['مضخة تسريب', 'pump'],
    ['كرسي متحرك', 'wheelchair'],
    ['Инфузионный насос', 'pump'],
    ['Кровать', 'bed'],
    ['Infuzní pumpa', 'pump'],
    ['Lůžko', 'bed'],
    ['Dýchací prístroj', 'ventilator'],
  ] as const)
    expect([name, glyphOf(name)]).toEqual([name, glyph])
})

it('glyphOf() reads a narrow word before a wide one: a patient monitor is not a patient', () => {
  expect(glyphOf('Patient monitor')).toBe('monitor')
  expect(glyphOf('Patient bed')).toBe('bed')
})

it('glyphOf() gives one of the glyphs for any name', () => {
  expect(glyphOf('Zxcv')).toBe('tag')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(equipmentGlyphs[glyphIndex(name)]).toBe(glyphOf(name))
    }),
    { seed: 7, numRuns: 200 },
  )
})
