/** A visitor with a label in hand: reports, follows the answer, and has no network for a while. */
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { labelReports } from '#contract/labelReports.ts'
import { locations } from '#contract/locations/locations.ts'
import { tickets } from '#contract/tickets.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { people } from './people.ts'
import { variantsOf } from './variants.ts'
import { wordsOf } from './words.ts'

const MOST_BYTES = 30_000

async function newLabel(api: Api): Promise<string> {
  const typeId = (await api.call(locations.listLocations, { body: { limit: 1, search: 'Room' } }))
    .rows[0]?.type.id
  const { id } = await api.call(locations.createLocation, {
    body: { name: `Bathroom ${Date.now()}`, typeId: typeId ?? 1 },
  })
  const body = { locationIds: [id] }
  return (await api.call(labelReports.makeLabelCodes, { body }))[0]?.code ?? ''
}

for (const language of variantsOf(['he', 'en'] as const, 1)) {
  test(`a visitor reports a problem with a photo and says that it is not fixed (${language})`, async ({
    browser,
    baseURL,
  }) => {
    const api = await signIn(baseURL ?? '', people.administrator)
    const code = await newLabel(api)
    const words = wordsOf(language)
    const context = await browser.newContext({
      locale: language === 'he' ? 'he-IL' : 'en-GB',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await page.goto(`/r/${code}`)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'he' ? 'rtl' : 'ltr')
    const bytes = await page.evaluate(() =>
      [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ].reduce(
        (sum, entry) =>
          sum + (entry instanceof PerformanceResourceTiming ? entry.decodedBodySize : 0),
        0,
      ),
    )
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThan(MOST_BYTES)
    await page.getByText(words('reportPage:problem_leaking'), { exact: true }).click()
    await page.getByLabel(words('reportPage:details')).fill('<b>Under</b> the basin')
    await page.getByLabel(words('reportPage:name')).fill('Hana')
    const photo = await sharp({
      create: { width: 3_000, height: 2_000, channels: 3, background: '#357' },
    })
      .jpeg()
      .toBuffer()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(page.locator('.pictures img')).toBeVisible()
    await page.getByRole('button', { name: words('reportPage:send') }).click()
    await expect(page).toHaveURL(/\/reported\/[0-9a-f]{32}$/)
    await expect(page.getByText(words('reportPage:state_received'))).toBeVisible()

    const found = await api.call(tickets.listTickets, {
      body: { isReported: true, sort: '-openedAt', limit: 1 },
    })
    const id = found.rows[0]?.id ?? 0
    const params = { id }
    expect((await api.call(tickets.getTicket, { params })).photos).toHaveLength(1)
    await api.call(tickets.commentTicket, {
      params,
      body: { text: 'A new seal is on its way', isPublic: true },
    })
    const { states, version } = await api.call(tickets.getTicket, { params })
    const closed = states.find(({ category }) => category === 'closed')
    await api.call(tickets.changeTicketState, {
      params,
      body: {
        stateId: closed?.id ?? 0,
        version,
        failure: { problem: { text: 'The seal was worn' }, remedy: { text: 'A new seal' } },
      },
    })
    await page.reload()
    await expect(page.getByText('A new seal is on its way')).toBeVisible()
    await page.getByRole('button', { name: words('reportPage:no'), exact: true }).click()
    await expect(page.getByText(words('reportPage:saidNo'))).toBeVisible()
    expect((await api.call(tickets.getTicket, { params })).state.category).toBe('open')
    await context.close()
  })
}

test('a report without a network waits in the page and is sent once the network is there', async ({
  browser,
  baseURL,
}) => {
  const api = await signIn(baseURL ?? '', people.administrator)
  const code = await newLabel(api)
  const words = wordsOf('en')
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`/r/${code}`)
  await context.setOffline(true)
  await page.getByText(words('reportPage:problem_noise'), { exact: true }).click()
  await page.getByRole('button', { name: words('reportPage:send') }).click()
  await expect(page.getByText(words('reportPage:noNetwork'))).toBeVisible()
  const count = async () =>
    (await api.call(tickets.listTickets, { body: { isReported: true, limit: 1 } })).count
  const before = await count()
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/reported\/[0-9a-f]{32}$/)
  expect(await count()).toBe(before + 1)
  await page.goto(`/r/${code}`)
  await expect(page.getByText(words('reportPage:ownReport'))).toBeVisible()
  await expect(page.getByRole('button', { name: words('reportPage:meToo') })).toHaveCount(0)
  await page.getByRole('link', { name: new RegExp(`^${words('reportPage:yourReport')}: `) }).click()
  await expect(page).toHaveURL(/\/reported\/[0-9a-f]{32}$/)
  await expect(page.getByText(words('reportPage:state_received'))).toBeVisible()
  await context.close()
})
