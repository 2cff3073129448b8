import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { secondStepsOf } from '#tests/secondSteps.ts'
import { SoftPasskey } from '#tests/softPasskey.ts'

let testApp: TestApp
const { login, eventsOf, withPasskey, stepOf, beginAfresh } = secondStepsOf(() => testApp)
const { auth, secondSteps, secondStepSignIn } = contract

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => beginAfresh())

describe('a passkey', () => {
  const finish = (id: string, response: ReturnType<SoftPasskey['answer']>) =>
    testApp.call(null, secondStepSignIn.finishSecondStep, {
      body: { id, answer: { kind: 'passkey', response } },
    })
  const begin = async () => (await testApp.call(null, secondStepSignIn.beginPasskeySignIn, {})).body
  const enter = (id: string, response: ReturnType<SoftPasskey['answer']>) =>
    testApp.call(null, secondStepSignIn.loginPasskey, { body: { id, response } })

  it('finishes a sign-in by password', async () => {
    const { key } = await withPasskey('staff')
    const step = await stepOf('staff')
    expect(step.ways).toEqual(['passkey', 'recovery'])
    expect(step.passkey).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: key.id }] })
    expect((await finish(step.id, key.answer(step.passkey ?? {}))).status).toBe(200)
  })
  it('alone is both steps if it verified its user', async () => {
    const { key } = await withPasskey('staff')
    const { id, options } = await begin()
    const answer = await enter(id, key.answer(options))
    expect(answer.status).toBe(200)
    expect((await testApp.call(answer.body.token, auth.getSession, {})).body.user.id).toBe(
      testApp.here.users.staff,
    )
    const again = await begin()
    expect((await enter(again.id, key.answer(again.options, { isVerified: false }))).status).toBe(
      400,
    )
  })
  it('answers each challenge once', async () => {
    const { key } = await withPasskey('staff')
    const { id, options } = await begin()
    const response = key.answer(options)
    expect((await enter(id, response)).status).toBe(200)
    expect((await enter(id, response)).status).toBe(410)
    const other = await begin()
    expect((await enter(other.id, response)).status).toBe(400)
  })
  it('whose counter went back is a copy: refused and logged', async () => {
    const { key } = await withPasskey('staff')
    const first = await begin()
    expect((await enter(first.id, key.answer(first.options, { counter: 9 }))).status).toBe(200)
    const second = await begin()
    expect((await enter(second.id, key.answer(second.options, { counter: 5 }))).status).toBe(400)
    expect((await eventsOf('staff')).at(-1)).toBe('secondStepRefused')
  })
  it.each([
    ['of another page', { origin: 'http://localhost.evil.test' }],
    ['for another host', { rpId: 'evil.test' }],
  ])('%s opens nothing', async (_what, facts) => {
    const { key } = await withPasskey('staff')
    const { id, options } = await begin()
    expect((await enter(id, key.answer(options, facts))).status).toBe(400)
  })
  it('of another user finishes no sign-in', async () => {
    await withPasskey('staff')
    const { key } = await withPasskey('technician')
    const step = await stepOf('staff')
    expect((await finish(step.id, key.answer(step.passkey ?? {}))).status).toBe(400)
  })
  it('that is not registered opens nothing', async () => {
    const { id, options } = await begin()
    expect((await enter(id, new SoftPasskey().answer(options))).status).toBe(400)
  })
  it('is kept only for the session that began it, and once', async () => {
    const token = await testApp.signIn('staff')
    const other = await testApp.signIn('technician')
    const key = new SoftPasskey()
    const { id, options } = (await testApp.call(token, secondSteps.beginPasskey, {})).body
    const response = key.make(options)
    expect(
      (await testApp.call(other, secondSteps.addPasskey, { body: { id, name: 'x', response } }))
        .status,
    ).toBe(410)
    expect(
      (
        await testApp.call(token, secondSteps.addPasskey, {
          body: { id, name: 'x', response: key.make(options, { origin: 'http://evil.test' }) },
        })
      ).status,
    ).toBe(400)
    expect(
      (await testApp.call(token, secondSteps.addPasskey, { body: { id, name: 'x', response } }))
        .status,
    ).toBe(200)
    expect(
      (await testApp.call(token, secondSteps.addPasskey, { body: { id, name: 'x', response } }))
        .status,
    ).toBe(410)
  })
  it('is removed by its owner only', async () => {
    const { token, key } = await withPasskey('staff')
    expect(
      (
        await testApp.call(await testApp.signIn('technician'), secondSteps.removePasskey, {
          body: { id: key.id },
        })
      ).status,
    ).toBe(404)
    expect(
      (await testApp.call(token, secondSteps.removePasskey, { body: { id: key.id } })).status,
    ).toBe(200)
    expect((await login('staff')).body.token).not.toBeNull()
    expect((await testApp.call(token, secondSteps.getSecondSteps, {})).body).toMatchObject({
      passkeys: [],
      recoveryCodesLeft: 0,
    })
  })
})
