import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { eq } from 'drizzle-orm'
import { openTestApp, PASSWORD, type TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { makeSetupLink } from './setup.ts'

let testApp: TestApp
const { auth, waysIn, account } = contract
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const codeOf = (body: unknown) =>
  (body as { errors?: { path: string; code: string }[] }).errors?.[0]

it('a weak password is refused at the first set-up', async () => {
  const facts = {
    companyName: 'Millwright Works',
    timezone: 'Europe/Prague',
    language: 'en' as const,
    firstName: 'Eva',
    lastName: 'Stone',
    email: 'eva.stone@millwright.test',
  }
  const choose = async (password: string) =>
    (
      await testApp.call(null, auth.setUp, {
        body: { ...facts, token: await makeSetupLink(testApp), password },
      })
    ).body
  expect(codeOf(await choose('Password1'))).toMatchObject({
    path: 'body.password',
    code: 'tooCommon',
  })
  expect(codeOf(await choose('Millwright1'))).toMatchObject({
    path: 'body.password',
    code: 'ownWords',
  })
  expect(codeOf(await choose('Plantroom1'))).toMatchObject({ code: 'ownWords' })
})

it('a weak password is refused by the link of a message, which stays valid', async () => {
  await testApp.call(null, waysIn.requestReset, { body: { email: 'staff@here.test' } })
  const [last] = (
    await asSystem(testApp.pool, (db) =>
      db.select().from(tables.message).where(eq(tables.message.to, 'staff@here.test')),
    )
  ).slice(-1)
  const token = /token=(\S+)/.exec(last?.text ?? '')?.[1] ?? ''
  const choose = (password: string) =>
    testApp.call(null, waysIn.setNewPassword, { body: { token, password } })
  expect(codeOf((await choose('Football1')).body)).toMatchObject({ code: 'tooCommon' })
  expect(codeOf((await choose('Staff-2026')).body)).toMatchObject({ code: 'ownWords' })
  expect((await choose('Stairs4lamps')).status).toBe(200)
})

it('a weak password is refused on the account page', async () => {
  const token = await testApp.signIn('manager')
  const change = (password: string) =>
    testApp.call(token, account.changePassword, { body: { current: PASSWORD, password } })
  expect(codeOf((await change('Qwerty123')).body)).toMatchObject({ code: 'tooCommon' })
  expect(codeOf((await change('Manager#1')).body)).toMatchObject({ code: 'ownWords' })
  expect(await change(PASSWORD)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'body.password', code: 'samePassword' }] },
  })
  expect((await change('Sample1x\u0000')).status).toBe(400)
  expect((await change('Stairs4lamps')).status).toBe(200)
})
