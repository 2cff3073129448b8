/**
 * On a phone without a network: a problem is reported with a photo, a ticket is taken, commented
 * and closed, the page is reloaded. Back online, everything exists exactly once.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { auth } from '#contract/auth/auth.ts'
import { tickets } from '#contract/tickets.ts'
import { signIn } from '#tests/apiClient.ts'
import { untilKept } from './keptOnDevice.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

test.use({ serviceWorkers: 'allow' })

async function aTicket(baseURL: string, mark: string) {
  const api = await signIn(baseURL, people.administrator)
  const technician = await signIn(baseURL, people.technician)
  const { user } = await technician.call(auth.getSession)
  const state = (name: string, category: 'open' | 'inProgress' | 'closed') =>
    ({ id: null, name, category, colour: 'blue', next: null }) as const
  const type = await api.call(tickets.createTicketType, {
    body: {
      name: `Leak ${mark}`,
      colour: 'blue',
      states: [state('Fresh', 'open'), state('Begun', 'inProgress'), state('Dry', 'closed')],
    },
  })
  const ticket = await api.call(tickets.openTicket, {
    body: { title: `Drip ${mark}`, ticketTypeId: type.id, assigneeId: user.id },
  })
  return { api, ticket }
}

const redSquare = {
  name: 'drip.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
    'base64',
  ),
}

for (const language of variantsOf(['en', 'ar'] satisfies Language[], 0))
  test(`tickets go on without a network, nothing is lost and nothing doubled (${language})`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.setTimeout(240_000)
    const words = wordsOf(language)
    const photo = words('tickets:photos.one', { n: '1' })
    const mark = randomUUID().slice(0, 6)
    const { api, ticket } = await aTicket(baseURL ?? '', mark)
    await page.setViewportSize({ width: 390, height: 844 })
    // this file is prefetched after the screen itself
    const wayOut = page.waitForResponse(/LogoutPage-/, { timeout: 90_000 })
    await arriveAt(page, '/', 'technician', language)
    await expect(page.getByRole('link', { name: new RegExp(ticket.title) })).toBeVisible()
    await untilKept(page, language === 'en' ? 1 : 2, [
      { includes: ['getTicket(', `"id":${ticket.id}`] },
      { includes: ['listTicketTimeline(', `"id":${ticket.id}`] },
      { includes: ['getTicketTypes('] },
    ])

    await (await wayOut).finished()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(words('shell:network.away'))).toBeVisible()

    await page.getByRole('button', { name: words('tickets:report.verb') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('tickets:photos.take')).setInputFiles(redSquare)
    await expect(dialog.getByRole('img', { name: photo })).toBeVisible()
    await dialog.getByLabel(words('tickets:report.what')).fill(`Smoke ${mark}`)
    await page.reload()
    await page.getByRole('button', { name: words('tickets:report.verb') }).click()
    await expect(dialog.getByLabel(words('tickets:report.what'))).toHaveValue(`Smoke ${mark}`)
    await expect(dialog.getByRole('img', { name: photo })).toHaveCount(1)
    await dialog.getByRole('button', { name: words('tickets:report.send'), exact: true }).click()
    await expect(dialog.getByText(words('tickets:report.waits'))).toBeVisible()
    await dialog
      .getByRole('status')
      .getByRole('button', { name: words('common:close'), exact: true })
      .click()

    await page.getByRole('link', { name: new RegExp(ticket.title) }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Begun', exact: true }).click()
    const waiting = panel.getByRole('region', { name: words('tickets:waits.title') })
    await expect(waiting.getByText(words('tickets:waits.state', { state: 'Begun' }))).toBeVisible()
    await panel.getByRole('button', { name: 'Dry', exact: true }).click()
    await expect(waiting.getByText(words('tickets:waits.state', { state: 'Dry' }))).toBeVisible()
    await panel.getByRole('tab', { name: words('tickets:part.timeline') }).click()
    // The texts load late, and the focus stays where it was.
    await expect(panel.getByRole('list', { name: words('tickets:part.timeline') })).toBeVisible()
    await panel.getByRole('textbox', { name: words('tickets:comment.field') }).fill('Wiped')
    await panel.getByRole('button', { name: words('tickets:comment.send'), exact: true }).click()
    const unsaid = panel.getByRole('list', { name: words('tickets:waits.title') })
    await expect(unsaid.getByText('Wiped')).toBeVisible()

    await page.reload()
    await expect(
      page.getByRole('button', { name: words('shell:unsent.title', { count: 4 }) }),
    ).toBeVisible()
    await expect(unsaid.getByText('Wiped')).toBeVisible()
    await expect(waiting.getByText(words('tickets:waits.state', { state: 'Dry' }))).toBeVisible()
    await page.goto('/')
    await expect(page.getByText(words('shell:network.away'))).toBeVisible()
    await expect(page.getByRole('link', { name: new RegExp(ticket.title) })).toBeHidden()

    await page.getByRole('button', { name: words('shell:account') }).click()
    await page.getByRole('menuitem', { name: words('shell:signOut') }).click()
    await expect(
      page.getByRole('heading', { name: words('auth:waits.title', { count: 4 }) }),
    ).toBeVisible()
    await page.getByRole('button', { name: words('auth:waits.stay') }).click()
    await expect(
      page.getByRole('button', { name: words('shell:unsent.title', { count: 4 }) }),
    ).toBeVisible()

    await context.setOffline(false)
    const opened = async () =>
      (await api.call(tickets.listTickets, { body: { search: `Smoke ${mark}` } })).rows
    await expect.poll(async () => (await opened()).length, { timeout: 60_000 }).toBe(1)
    await expect(page.getByText(words('shell:network.away'))).toBeHidden()
    const read = (id: number) => api.call(tickets.getTicket, { params: { id } })
    const [reported] = await opened()
    expect((await read(reported?.id ?? 0)).photos).toHaveLength(1)
    await expect.poll(() => read(ticket.id)).toMatchObject({ state: { name: 'Dry' }, version: 3 })
    const kinds = async () =>
      (await api.call(tickets.listTicketTimeline, { params: { id: ticket.id }, body: {} })).rows
        .map(({ kind }) => kind)
        .toSorted()
    await expect.poll(kinds).toEqual(['change', 'change', 'change', 'comment'])
    await expect(
      page.getByRole('button', { name: words('shell:unsent.title', { count: 1 }) }),
    ).toBeHidden()
    expect(await kinds()).toHaveLength(4)
    expect(await opened()).toHaveLength(1)

    await page.goto(`/tickets?list=all&id=${reported?.id ?? 0}`)
    await panel.getByRole('button', { name: photo }).click()
    await expect(page.getByRole('dialog').getByRole('img').last()).toBeVisible()
  })
