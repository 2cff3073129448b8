import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from './processLock.mjs'
import { packagesAgree } from './setup.mjs'
import { hashOf, unlessStamped } from './stamps.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-setup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a stamp', () => {
  const order = (hash) => ({
    folder: join(folder, 'stamps'),
    name: 'page',
    hash,
    product: join(folder, 'page.html'),
  })
  const build = () => writeFileSync(join(folder, 'page.html'), 'built')

  it('does the work once for the same sources, and again when they or the product have changed', async () => {
    expect(await unlessStamped(order('a'), build)).toBe(true)
    expect(await unlessStamped(order('a'), build)).toBe(false)
    expect(await unlessStamped(order('b'), build)).toBe(true)
    rmSync(join(folder, 'page.html'))
    expect(await unlessStamped(order('b'), build)).toBe(true)
  })

  it('does not count for work that failed in the middle', async () => {
    await unlessStamped(order('a'), build)
    await expect(
      unlessStamped(order('b'), () => Promise.reject(new Error('killed'))),
    ).rejects.toThrow('killed')
    expect(await unlessStamped(order('a'), build)).toBe(true)
  })

  it('changes with a changed, a renamed and a skipped file', () => {
    writeFileSync(join(folder, 'a.ts'), 'one')
    const before = hashOf(folder, ['.'])
    writeFileSync(join(folder, 'a.test.ts'), 'two')
    expect(hashOf(folder, ['.'], [], (name) => name.endsWith('.test.ts'))).toBe(before)
    expect(hashOf(folder, ['.'])).not.toBe(before)
    rmSync(join(folder, 'a.test.ts'))
    writeFileSync(join(folder, 'a.ts'), 'three')
    expect(hashOf(folder, ['.'])).not.toBe(before)
  })
})

describe('the lock between processes', () => {
  it('lets one in at a time', async () => {
    const path = join(folder, 'lock')
    const seen = []
    const visit = (name) =>
      withLock(path, async () => {
        seen.push(`${name} in`)
        await wait(50)
        seen.push(`${name} out`)
      })
    await Promise.all([visit('first'), visit('second')])
    expect(seen).toEqual(['first in', 'first out', 'second in', 'second out'])
    expect(existsSync(path)).toBe(false)
  })

  it('takes over from a process that is gone', async () => {
    const path = join(folder, 'lock')
    writeFileSync(path, '4194399')
    expect(await withLock(path, async () => 'done')).toBe('done')
  })
})

describe('the installed packages', () => {
  const wanted = {
    '': {},
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/vitest': { version: '4.0.0', dev: true },
    'node_modules/sharp-darwin': { version: '1.0.0', optional: true },
  }
  const started = { 'node_modules/fastify': { version: '5.0.0' } }
  const tested = { ...started, 'node_modules/vitest': { version: '4.0.0' } }

  it('are enough for npm start without the packages of tests, and not for npm test', () => {
    expect(packagesAgree(started, wanted, false)).toBe(true)
    expect(packagesAgree(started, wanted, true)).toBe(false)
    expect(packagesAgree(tested, wanted, true)).toBe(true)
  })

  it('are installed again if one has another version, is missing or is not in the lockfile', () => {
    const other = { ...tested, 'node_modules/vitest': { version: '3.0.0' } }
    expect(packagesAgree(other, wanted, false)).toBe(false)
    expect(packagesAgree({}, wanted, false)).toBe(false)
    expect(packagesAgree({ ...tested, 'node_modules/left': {} }, wanted, true)).toBe(false)
  })
})
