/**
 * Visits of a room and of equipment; and a rule that alerts when too little equipment is there:
 * rehearsed, fired, and resolved when switched off.
 */
import { expect, test } from '@playwright/test'
import { alerts } from '#contract/alerts.ts'
import { signIn } from '#tests/apiClient.ts'
import { choosePlace } from './pickers.ts'
import { people, arriveAt } from './people.ts'
import { variantsOf } from './variants.ts'
import { type Language, wordsOf } from './words.ts'

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'ar', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`visits are read and a zone is watched (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const name = `Watch ${language}${Date.now() % 100_000}`
    await arriveAt(page, '/zones?sort=-visits', 'administrator', language)
    const panel = phone ? page.getByRole('dialog') : page.getByRole('complementary')

    // The demo's two days of positions become visits within seconds of its start.
    const rooms = page.getByRole(phone ? 'list' : 'table', { name: words('titles:zones') })
    await expect(rooms).toBeVisible()
    await rooms.getByRole('link').first().click()
    const was = panel.getByRole('list', { name: words('entities:whoWasHere') }).last()
    await expect(was.getByRole('listitem').first()).toBeVisible()
    await was.getByRole('link').first().click()
    await page.waitForURL(/\/equipment\?.*id=\d+/)
    const thing = new URL(page.url()).searchParams.get('id') ?? ''
    await page.goto(`/equipment?id=${thing}&tab=visits`)
    await expect(
      page
        .getByRole('list', { name: words('entities:whereItWas') })
        .getByRole('listitem')
        .first(),
    ).toBeVisible()

    await page.goto('/zones?view=alerts')
    await page.getByRole('button', { name: words('zones:addRule') }).click()
    await panel.getByLabel(words('common:name'), { exact: true }).fill(name)
    await panel.getByRole('combobox', { name: words('zones:kind') }).click()
    await page.getByTitle(words('zones:kind_fewer'), { exact: true }).click()
    await choosePlace(page, words('zones:place'), 'Building A')
    await panel.getByLabel(words('zones:minimum'), { exact: true }).fill('9999')
    await panel.getByLabel(words('zones:wait'), { exact: true }).fill('0')
    await panel.getByRole('button', { name: words('zones:rehearse', { count: 7 }) }).click()
    await expect(panel.getByText(words('zones:tooFew')).first()).toBeVisible()
    await panel.getByRole('button', { name: words('common:create'), exact: true }).click()
    const row = page.getByText(name, { exact: true })
    await expect(row).toBeVisible()

    const api = await signIn(baseURL ?? '', people.administrator)
    const told = async () =>
      (await api.call(alerts.listAlerts, { body: { limit: 50 } })).rows.filter(
        ({ zone }) => zone?.rule.name === name,
      )
    await expect.poll(told, { timeout: 60_000 }).toMatchObject([{ endedAt: null }])
    await expect(page.getByText(words('zones:open', { count: 1 })).first()).toBeVisible()
    await row.click()
    await panel.getByRole('switch').click()
    await panel.getByRole('button', { name: words('common:save'), exact: true }).click()
    await expect(page.getByText(words('zones:off'), { exact: true }).first()).toBeVisible()
    expect((await told()).map(({ endedAt }) => endedAt !== null)).toEqual([true])
  })
