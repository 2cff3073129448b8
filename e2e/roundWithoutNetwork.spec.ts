/**
 * A round of six checks on a phone, half of it without a network, with a reload in between.
 * Everything stays, and each check is recorded once.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { auth } from '#contract/auth/auth.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { rrules } from '#contract/rrules/rrules.ts'
import { signIn } from '#tests/apiClient.ts'
import { untilKept, untilKeptRows } from './keptOnDevice.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

test.use({ serviceWorkers: 'allow' })

const CHECKS = 6
const wallIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')

async function aRound(baseURL: string) {
  const api = await signIn(baseURL, people.administrator)
  const staff = await signIn(baseURL, people.staff)
  const { user } = await staff.call(auth.getSession)
  const [type] = (
    await api.call(referenceLists.listProcedureTypes, { body: { limit: 1, sort: 'name' } })
  ).rows
  const things = (await api.call(equipment.listEquipment, { body: { limit: CHECKS } })).rows
  const name = `Seal round ${randomUUID().slice(0, 6)}`
  const procedure = await api.call(procedures.createProcedure, {
    body: {
      name,
      typeId: type?.id ?? 0,
      target: 'equipment',
      questions: [
        {
          id: -1,
          kind: 'text',
          title: 'What did you see?',
          help: null,
          required: true,
          answers: [],
          unit: null,
          minimum: null,
          maximum: null,
          numberScore: null,
          visibility: null,
        },
      ],
    },
  })
  const { company } = await api.call(auth.getSession)
  const rule = await api.call(rrules.createRrule, {
    body: {
      name,
      procedureId: procedure.id,
      rruleData: { equipmentIds: things.map(({ id }) => id) },
      objects: 'equipment',
      // A rolling schedule that starts in the past is due at once; no further checks follow.
      kind: 'rolling',
      rule: null,
      every: { amount: 1, unit: 'days' },
      restartAfter: null,
      repeatCount: 1,
      start: wallIn(company.timezone, new Date()),
      end: null,
      deadline: { kind: 'none' },
      reminder: null,
      onHoliday: 'keep',
      onNonWorkingDay: 'keep',
      whenOverdue: 'keepOpen',
      userIds: [user.id],
      roleIds: [],
      isActive: true,
    },
  })
  const due = async () =>
    (await api.call(rrules.listOccurrences, { body: { rruleId: rule.id, states: ['due'] } })).count
  await expect.poll(due, { timeout: 60_000, intervals: [1_000] }).toBe(CHECKS)
  return { api, name, procedureId: procedure.id, due }
}

for (const language of variantsOf(['en', 'ar'] satisfies Language[], 1))
  test(`a round goes on without a network, nothing is lost and nothing doubled (${language})`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.setTimeout(240_000)
    const words = wordsOf(language)
    const round = await aRound(baseURL ?? '')
    await page.setViewportSize({ width: 390, height: 844 })
    await arriveAt(page, '/my-work', 'staff', language)
    const checks = page.getByRole('link', { name: new RegExp(round.name) })
    await expect(checks).toHaveCount(CHECKS)
    await expect(page.getByText(words('schedules:mine.offlineReady'))).toBeVisible({
      timeout: 90_000,
    })
    // Waits for the last cached answer: what the sixth check needs.
    await untilKept(page, language === 'en' ? 1 : 2, [
      { includes: ['getProcedure(', `"id":${round.procedureId}`] },
      { includes: ['getEquipment('], atLeast: 6 },
    ])

    const doOne = async (index: number) => {
      await checks.nth(index).click()
      await page.getByRole('textbox', { name: /What did you see/ }).fill(`Seen ${index + 1}`)
      await page
        .getByRole('button', { name: words('procedures:perform.submit'), exact: true })
        .click()
    }
    for (const index of [0, 1, 2]) {
      await doOne(0)
      await expect(
        page.getByRole('heading', { name: words('procedures:perform.recorded') }),
      ).toBeVisible()
      await page.goto('/my-work')
      await expect(checks).toHaveCount(CHECKS - 1 - index)
    }

    // The device must have stored the checks as done before the network is cut.
    await untilKeptRows(page, 'listOccurrences(', round.name, CHECKS - 3)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(words('shell:network.away'))).toBeVisible()
    // A screen that was not opened before loads too, without its rows.
    await page.goto('/tickets')
    await expect(
      page.getByRole('heading', { name: words('titles:tickets'), exact: true }),
    ).toBeVisible()
    await page.goto('/my-work')
    for (const done of [0, 1, 2]) {
      await expect(checks).toHaveCount(CHECKS - 3 - done)
      await doOne(0)
      await expect(
        page.getByRole('heading', { name: words('procedures:perform.waiting.title') }),
      ).toBeVisible()
      await page.goto('/my-work')
    }
    await expect(
      page.getByRole('button', { name: words('shell:unsent.title', { count: 3 }) }),
    ).toBeVisible()
    await expect(checks).toHaveCount(0)

    await context.setOffline(false)
    const logs = () =>
      round.api
        .call(procedureLogs.listProcedureLogs, {
          body: { filter: { procedureIds: [round.procedureId] } },
        })
        .then(({ count }) => count)
    await expect.poll(logs, { timeout: 60_000 }).toBe(CHECKS)
    await expect(
      page.getByRole('button', { name: words('shell:unsent.title', { count: 3 }) }),
    ).toBeHidden()
    expect(await round.due()).toBe(0)
    await expect(page.getByText(words('shell:network.away'))).toBeHidden()
  })
