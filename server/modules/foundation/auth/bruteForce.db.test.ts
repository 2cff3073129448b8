/**
 * An attacker guesses without end. The tests count the guesses that the server compares, because
 * refused calls give an attacker nothing.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS, networkOf, WINDOW_SECONDS } from '#kernel/access/attemptLimits.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { cleanUp } from '../../operation/retention/index.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance(2 * WINDOW_SECONDS * 1000))

const post = (path: string, body: object, from: string) =>
  testApp.raw(null, 'POST', `/api/public/${path}`, body, { 'x-forwarded-for': from })

/** How many of the calls were compared rather than refused by the rate limit. None may succeed. */
async function looked(
  tries: Iterable<{ path: string; body: object; from: string }>,
): Promise<number> {
  let count = 0
  for (const { path, body, from } of tries) {
    const answer = await post(path, body, from)
    expect(answer.status, JSON.stringify(answer.body)).not.toBe(200)
    if (answer.status !== 429) count += 1
    else expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  return count
}
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

describe('guessing', () => {
  it('one password from a thousand addresses gets ten checks a quarter of an hour', async () => {
    const tries = times(40, (index) => ({
      path: 'login',
      body: { email: 'manager@here.test', password: `Guess${index}Aa` },
      from: `203.0.113.${index}`,
    }))
    expect(await looked(tries)).toBe(LIMITS.account)
  })
  it('one password a hundred times at once still gets ten checks', async () => {
    const answers = await Promise.all(
      times(100, (index) =>
        post(
          'login',
          { email: 'administrator@here.test', password: `Guess${index}Aa` },
          `203.0.113.${index}`,
        ),
      ),
    )
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(LIMITS.account)
  })
  it('all passwords from one network, with any address in it, gets a hundred checks', async () => {
    const tries = times(130, (index) => ({
      path: 'login',
      body: { email: `person${index}@here.test`, password: 'Summer2026' },
      from: `2001:db8:1:2::${index.toString(16)}`,
    }))
    expect(await looked(tries)).toBe(LIMITS.address)
  })
  it('codes, with a fresh one each minute for an hour, gets forty checks: one chance in 25,000', async () => {
    let count = 0
    for (let minute = 0; minute < 60; minute += 1) {
      const from = `198.51.100.${minute}`
      await post('request-otp', { email: 'staff@here.test' }, from)
      count += await looked(
        times(6, (index) => ({
          path: 'login-otp',
          body: { email: 'staff@here.test', code: String(minute * 6 + index).padStart(6, '0') },
          from,
        })),
      )
      testApp.clock.advance(60_500)
    }
    expect(count).toBeLessThanOrEqual(LIMITS.account * 5)
    expect(count).toBeGreaterThan(LIMITS.account)
  })
  it('links gets a hundred checks from one network', async () => {
    expect(
      await looked(
        times(120, (index) => ({
          path: 'set-new-password',
          body: { token: `guess-${index}`, password: 'Another-1x' },
          from: '192.0.2.9',
        })),
      ),
    ).toBe(LIMITS.address)
  })
  it('by requests for messages fills no mailbox', async () => {
    const answers = []
    for (let turn = 0; turn < 12; turn += 1)
      answers.push(
        (await post('reset-password', { email: 'technician@here.test' }, `192.0.2.${turn}`)).status,
      )
    expect(answers.filter((status) => status === 200)).toHaveLength(5)
  })
})

describe('the counted network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::abcd', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    [undefined, ''],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))
})

describe('the sweep of attempts', () => {
  it('removes expired ones, and nothing that still counts', async () => {
    await post('request-otp', { email: 'staff@here.test' }, '192.0.2.200')
    await post('reset-password', { email: 'staff@here.test' }, '192.0.2.200')
    const counts = async () =>
      asSystem(testApp.pool, async (db) => [
        (await db.select().from(tables.oneTimeCode)).length,
        (await db.select().from(tables.resetLink)).length,
      ])
    const before = await counts()
    await cleanUp(testApp.app.kernel)
    const [codes = 0, links = 0] = await counts()
    expect(codes).toBeGreaterThan(0)
    expect(links).toBe(before[1])
    testApp.clock.advance(40 * 86_400_000)
    await cleanUp(testApp.app.kernel)
    expect(await counts()).toEqual([0, 0])
  })
})
