import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { companies, holidayLists } = contract
let testApp: TestApp
let admin: string
beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const change = async (body: object) => {
  const { version } = (await testApp.call(admin, companies.getCompany, {})).body
  return testApp.call(admin, companies.updateCompany, { body: { version, ...body } })
}

describe('the holidays of a country', () => {
  it('begin today and end in two years, named in the language of the company', async () => {
    await change({ language: 'cs', timezone: 'Europe/Prague' })
    const answer = await testApp.call(admin, holidayLists.getHolidayList, {
      params: { country: 'CZ' },
    })
    const today = testApp.clock.now().toISOString().slice(0, 10)
    const { rows } = answer.body
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.every(({ date }) => date >= today)).toBe(true)
    expect((rows.at(-1)?.date ?? '') <= `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`).toBe(
      true,
    )
    expect(rows.map(({ name }) => name)).toContain('Štědrý den')
  })
  it('are not there for unknown countries and regions', async () => {
    for (const params of [{ country: 'XX' }, { country: 'GB', region: 'toString' }])
      expect((await testApp.call(admin, holidayLists.getHolidayList, { params })).status).toBe(404)
    expect((await change({ holidayList: { country: 'XX', region: null, seen: [] } })).status).toBe(
      404,
    )
  })
  it('are followed from the settings, with the days that were decided on, and journaled', async () => {
    const list = { country: 'GB', region: 'SCT', seen: ['2027-01-01', '2027-01-04'] }
    expect((await change({ holidayList: list })).body).toMatchObject({ holidayList: list })
    const journal = await testApp.call(admin, contract.journal.listJournal, {
      body: { entity: 'company' },
    })
    expect(journal.body.rows[0]?.changes).toContainEqual({
      field: 'holidayList',
      before: null,
      after: 'GB-SCT',
    })
    expect((await change({ holidayList: null })).body).toMatchObject({ holidayList: null })
  })
})
