import { describe, expect, it } from 'vitest'
import { changesBetween } from './events/journal.ts'
import { escapeLike } from './data/listQueries.ts'
import { makeTokens } from './access/tokens.ts'
import { FakeClock } from '#ports/clock.ts'

describe('changesBetween()', () => {
  it('keeps only what changed', () =>
    expect(changesBetween({ a: 1, b: [1] }, { a: 2, b: [1] })).toEqual([
      { field: 'a', before: 1, after: 2 },
    ]))
  it('keeps all of a new object and all of a deleted one', () => {
    expect(changesBetween(null, { name: 'x' })).toEqual([
      { field: 'name', before: null, after: 'x' },
    ])
    expect(changesBetween({ name: 'x' }, null)).toEqual([
      { field: 'name', before: 'x', after: null },
    ])
  })
})

it('escapeLike() leaves no typed character a wildcard', () =>
  expect(escapeLike('50%_\\')).toBe('50\\%\\_\\\\'))

describe('a session token', () => {
  const clock = new FakeClock('2026-11-20T09:00:00Z')
  const tokens = makeTokens('a secret for this test only, long enough', 30, clock)
  // Plain numbers as ids; the brand only matters on the wire.
  const claims = {
    userId: 1,
    companyId: 1,
    language: 'en',
    tz: 'UTC',
    ae: true,
    al: true,
    ap: true,
    permissions: [],
    jti: crypto.randomUUID(),
  } as unknown as Parameters<typeof tokens.sign>[0]
  it('is valid until it expires, and ageing past half of its life', async () => {
    const token = await tokens.sign(claims)
    expect(tokens.isAgeing(await tokens.verify(token))).toBe(false)
    clock.advance(16 * 60_000)
    expect(tokens.isAgeing(await tokens.verify(token))).toBe(true)
    clock.advance(15 * 60_000)
    await expect(tokens.verify(token)).rejects.toMatchObject({
      status: 401,
      errors: [{ code: 'expired' }],
    })
  })
  it('carries the map vendor’s public key if there is one, drops it when it is gone, and never a secret', async () => {
    const withMap = makeTokens('a secret for this test only, long enough', 30, clock, 'pk.public')
    const read = await withMap.verify(await withMap.sign(claims))
    expect(read.map).toEqual({ id: 'mapbox', key: 'pk.public', secret: null })
    expect(await tokens.verify(await tokens.sign(read))).not.toHaveProperty('map')
  })
})
