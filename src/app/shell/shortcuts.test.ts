import { describe, expect, it } from 'vitest'
import { keyLetter } from '#lib/keyLetter.ts'
import { goKeys, keysOf, meaningOf } from './shortcuts.ts'

const press = (letter: string, at: number) => ({ letter, sign: letter, at })

describe('a shortcut of g and a second key', () => {
  it('leads to each screen by a key of its own', () => {
    expect(meaningOf(press('g', 0), null)).toEqual({ kind: 'begun' })
    for (const [letter, route] of Object.entries(goKeys)) {
      expect(meaningOf(press(letter, 900), { at: 0 })).toEqual({ kind: 'go', route })
      expect(keysOf(route)).toBe(`G ${letter.toUpperCase()}`)
    }
  })

  it('means nothing without the g, after too long, or with a key that leads nowhere', () => {
    expect(meaningOf(press('t', 0), null)).toEqual({ kind: 'nothing' })
    expect(meaningOf(press('t', 1_501), { at: 0 })).toEqual({ kind: 'nothing' })
    expect(meaningOf(press('q', 10), { at: 0 })).toEqual({ kind: 'nothing' })
    expect(meaningOf({ letter: null, sign: 'Escape', at: 10 }, { at: 0 })).toEqual({
      kind: 'nothing',
    })
  })

  it('begins again with another g', () => {
    expect(meaningOf(press('g', 10), { at: 0 })).toEqual({ kind: 'begun' })
  })

  it('is listed after a question mark, also the Arabic one', () => {
    for (const sign of ['?', '؟'])
      expect(meaningOf({ letter: null, sign, at: 0 }, null)).toEqual({ kind: 'showKeys' })
  })
})

describe('the key of a shortcut', () => {
  it('is what it types, whatever its place', () => {
    expect(keyLetter({ key: 'a', code: 'KeyQ' })).toBe('a') // AZERTY layout
    expect(keyLetter({ key: 'G', code: 'KeyG' })).toBe('g')
  })
  it('is its place if the layout types another script', () => {
    expect(keyLetter({ key: 'ע', code: 'KeyG' })).toBe('g')
    expect(keyLetter({ key: 'п', code: 'KeyG' })).toBe('g')
  })
  it('does not exist for a key that types no letter', () => {
    expect(keyLetter({ key: 'Enter', code: 'Enter' })).toBeNull()
    expect(keyLetter({ key: '?', code: 'Slash' })).toBeNull()
  })
})
