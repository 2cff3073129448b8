import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BrokenSecret, ownSecret } from './ownSecrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a secret of the server’s own', () => {
  it('is made once, whole, readable by its owner only, and leaves no draft behind', () => {
    const made = ownSecret(folder, 'data-key', 32)
    expect(Buffer.from(made, 'base64url')).toHaveLength(32)
    expect(ownSecret(folder, 'data-key', 32)).toBe(made)
    expect(statSync(join(folder, 'data-key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['data-key'])
  })
  it('is closed to others again if somebody opened it', () => {
    ownSecret(folder, 'data-key', 32)
    chmodSync(join(folder, 'data-key'), 0o644)
    ownSecret(folder, 'data-key', 32)
    expect(statSync(join(folder, 'data-key')).mode & 0o777).toBe(0o600)
  })
  it.each([
    ['empty', ''],
    ['broken', 'abc'],
    ['broken', 'not a key at all, however long it may be made'],
  ])('that is %s is reported with a sentence, and stays as it is', (word, text) => {
    writeFileSync(join(folder, 'token-secret'), text)
    expect(() => ownSecret(folder, 'token-secret', 32)).toThrow(BrokenSecret)
    expect(() => ownSecret(folder, 'token-secret', 32)).toThrow(
      `token-secret is ${word}. Put it back from a backup`,
    )
    expect(readFileSync(join(folder, 'token-secret'), 'utf8')).toBe(text)
  })
})
