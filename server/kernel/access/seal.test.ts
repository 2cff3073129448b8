import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeSeal } from './seal.ts'

const key = randomBytes(32)

describe('makeSeal()', () => {
  it('opens a text with its key for its purpose, and never seals it the same way twice', () => {
    const seal = makeSeal([key])
    const one = seal.seal('hook', 'geheim ✓')
    expect(seal.open('hook', one)).toBe('geheim ✓')
    expect(seal.seal('hook', 'geheim ✓')).not.toBe(one)
    expect(one).not.toContain('geheim')
  })

  it('refuses another purpose, another key and a changed text', () => {
    const seal = makeSeal([key])
    const one = seal.seal('hook', 'geheim')
    expect(() => seal.open('letter', one)).toThrow('authenticate')
    expect(() => makeSeal([randomBytes(32)]).open('hook', one)).toThrow('data key')
    const changed = `${one.slice(0, -2)}${one.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => seal.open('hook', changed)).toThrow('authenticate')
  })

  it('opens a text of the former key while that key is configured', () => {
    const old = makeSeal([key]).seal('hook', 'geheim')
    expect(makeSeal([randomBytes(32), key]).open('hook', old)).toBe('geheim')
  })

  it('returns a text that was never sealed as it is', () => {
    expect(makeSeal([key]).open('hook', 'plain')).toBe('plain')
  })
})

it('the key derivation makes another key for each purpose and data key, the present one first', () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const rotated = makeSeal([second, first])
  const [present, former, ...more] = rotated.keysFor('drafts 1:2')
  expect(more).toEqual([])
  expect(makeSeal([first]).keysFor('drafts 1:2')).toEqual([former])
  expect(new Set([present, former, ...rotated.keysFor('drafts 1:3')]).size).toBe(4)
  expect(Buffer.from(present ?? '', 'base64url')).toHaveLength(32)
})
