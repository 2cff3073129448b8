import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import type { HookCall } from '#ports/hookClient.ts'
import { deliverHooks } from './deliver.ts'

const { referenceData, hooks } = contract
type Answer = { status: number; body: string }

let testApp: TestApp
let admin: string
let own: Fixtures
let call: (request: HookCall) => Promise<Answer>
const fine = (): Promise<Answer> => Promise.resolve({ status: 200, body: 'ok' })

beforeAll(async () => {
  call = fine
  ;({
    testApp,
    token: admin,
    fixtures: own,
  } = await openTestAppWithFixtures({ hooks: { call: (request) => call(request) } }))
  await deliverHooks(testApp.app.kernel)
})
afterAll(() => testApp.close())

async function queueAt(name: string, times: number) {
  const { body: hook } = await testApp.call(admin, referenceData.createApiHook, {
    body: {
      name,
      url: `https://${name}.sample.test/in`,
      method: 'POST',
      isActive: true,
      secret: null,
    },
  })
  const ids = []
  for (let time = 0; time < times; time += 1)
    ids.push(
      (
        await testApp.call(admin, hooks.testApiHook, {
          params: { id: hook.id },
          body: { procedureLogId: own.procedureLog as never },
        })
      ).body.id,
    )
  return ids
}
const stateOf = async (id: number) =>
  (await testApp.call(admin, hooks.getHookDelivery, { params: { id: id as never } })).body.state

it('the delivery of hooks is not delayed by one that does not answer, which gets one call at a time', async () => {
  const [stuck, behind] = await queueAt('stuck', 2)
  const [quick] = await queueAt('quick', 1)
  const asked: string[] = []
  let release = (_answer: Answer): void => undefined
  const answered = new Promise<Answer>((resolve) => {
    release = resolve
  })
  call = ({ url }) => {
    asked.push(new URL(url).hostname)
    return url.includes('stuck') ? answered : fine()
  }
  const delivered = deliverHooks(testApp.app.kernel)
  await expect.poll(() => stateOf(quick ?? 0)).toBe('delivered')
  expect([await stateOf(stuck ?? 0), await stateOf(behind ?? 0)]).toEqual(['waiting', 'waiting'])
  expect(asked.filter((host) => host === 'stuck.sample.test')).toHaveLength(1)
  release({ status: 200, body: 'at last' })
  expect(await delivered).toBe(3)
  expect(await stateOf(behind ?? 0)).toBe('delivered')
})

it('the delivery of hooks continues on another server after one died in the middle of a call', async () => {
  const [lost] = await queueAt('lost', 1)
  call = () => new Promise(() => undefined) // never resolves
  void deliverHooks(testApp.app.kernel)
  await expect
    .poll(
      async () =>
        (await testApp.call(admin, hooks.getHookDelivery, { params: { id: lost as never } })).body
          .attempts,
    )
    .toBe(1)
  call = fine
  expect(await deliverHooks(testApp.app.kernel)).toBe(0)
  testApp.clock.advance(31_000)
  expect(await deliverHooks(testApp.app.kernel)).toBe(1)
  expect(await stateOf(lost ?? 0)).toBe('delivered')
})
