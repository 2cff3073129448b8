import { expect, it } from 'vitest'
import { judgeBroker } from './brokerFindings.ts'

const settings = { url: 'mqtts://broker.example.org', prefix: 'plantroom' }
const sound = {
  version: 5 as const,
  shares: true,
  test: 'returned' as const,
  answered: { sent: 16, returned: 16 },
  problems: [],
}
const judge = (change: Partial<Parameters<typeof judgeBroker>[1]>, url = settings.url) =>
  judgeBroker({ ...settings, url }, { ...sound, ...change }).filter(({ state }) => state !== 'well')

it('the doctor finds nothing at a broker that delivers and servers that answer', () => {
  expect(judge({})).toEqual([])
})

it.each([
  [{ test: 'refused' as const, answered: null }, 'bad', /refuses its test message.*loopback\/#/],
  [{ test: 'missing' as const, answered: null }, 'bad', /may be lost/],
  [{ shares: false }, 'mind', /does not share subscriptions/],
  [{ answered: { sent: 16, returned: 9 } }, 'bad', /another client takes a part/],
  [{ answered: { sent: 16, returned: 0 } }, 'mind', /No running server received/],
  [{ problems: ['takenOver'] }, 'bad', /client id of a server/],
])('the doctor says about %o what to do', (change, state, words) => {
  expect(judge(change)).toEqual([
    { about: 'MQTT broker', state, says: expect.stringMatching(words) as string },
  ])
})

it('the doctor warns of a broker that is reached without TLS, unless it is on this machine', () => {
  expect(judge({}, 'mqtt://broker.example.org')[0]?.says).toContain('is not encrypted')
  expect(judge({}, 'mqtt://127.0.0.1')).toEqual([])
})
