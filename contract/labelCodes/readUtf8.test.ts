import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readUtf8 } from './readUtf8.ts'

it('bytes of UTF-8 that were read as Latin-1 are the text again', () => {
  expect(readUtf8('MÃ¼ller 7')).toBe('Müller 7')
  const texts = fc.string({
    unit: fc.constantFrom(...'a B 7 - č ď ř ž Ш у м מ ש א ب é ü'.split(' '), ' '),
  })
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = new TextEncoder().encode(text)
      const arrived = String.fromCharCode(...bytes)
      expect(readUtf8(arrived)).toBe(arrived === text ? null : text)
    }),
  )
})

it.each(['', 'IP-112', 'Müller', 'Čerpadlo', 'насос'])('other text has one reading: %s', (text) =>
  expect(readUtf8(text)).toBeNull(),
)
