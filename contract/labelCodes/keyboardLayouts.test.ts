import { expect, it } from 'vitest'
import { readingsOfLayouts } from './keyboardLayouts.ts'

const address = 'https://plantroom.example/equipment/12'

it.each([
  ['Russian', 'УЙ-104', ['EQ-104']],
  [
    'Russian',
    'реезыЖ..здфтекщщьюучфьздуюсщь.уйгшзьуте.12',
    ['https://plantroom.example.com/equipment/12'],
  ],
  ['Hebrew', 'לק-12', ['ke-12']],
  ['Hebrew', 'יאאפד:..פךשמארםםצץקסשצפךק.ק/וןפצקמא.12', ['https://plantroom.example/equipment/12']],
  ['Arabic', '\u064f\u064e-104', ['EQ-104']],
  ['Arabic', 'لا12', ['gh12', 'b12']],
  ['Czech', 'EQ=+éč', ['EQ-104']],
  ['Czech', 'EQ=++', ['EQ-11']],
  ['Czech', 'https"--plantroom.example-equipment-+ě', [address]],
  ['Slovak', 'https"--plantroom.example-equipment-+ľ', [address]],
  ['Slovak', 'ZX=ťé', ['YX-50']],
] as const)('keys that were read in the %s layout: %s', (_layout, arrived, meant) =>
  expect(readingsOfLayouts(arrived)).toEqual(meant),
)

it.each(['', 'насос', 'помпа №', 'EQ-104', 'SN.12', 'Čerpadlo 3', '3001', 'Yz', address])(
  'a text that is right as it stands has no other reading: %s',
  (text) => expect(readingsOfLayouts(text)).toEqual([]),
)

it('a long text has few readings, and beyond the maximum none', () => {
  expect(readingsOfLayouts(`${'لا'.repeat(90)}1`).length).toBe(4)
  expect(readingsOfLayouts(`${'لا'.repeat(100)}1`)).toEqual([])
})
