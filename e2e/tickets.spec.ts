import { expect, test } from '@playwright/test'
import { tickets } from '#contract/tickets.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'ar', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`a ticket is taken and moved on in two clicks (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const api = await signIn(baseURL ?? '', people.administrator)
    const title = `Drip ${language}${Date.now() % 100_000}`
    const type = await api.call(tickets.createTicketType, {
      body: {
        name: `Leak ${title}`,
        colour: 'blue',
        defaultPriority: 'urgent',
        targets: [{ priority: 'urgent', respondHours: 1, resolveHours: 8 }],
        states: [
          { id: null, name: 'Fresh', category: 'open', colour: 'blue', next: null },
          { id: null, name: 'Begun', category: 'inProgress', colour: 'orange', next: null },
          { id: null, name: 'Dry', category: 'closed', colour: 'green', next: null },
        ],
      },
    })
    await api.call(tickets.openTicket, { body: { title, ticketTypeId: type.id } })
    await arriveAt(page, '/tickets', 'technician', language)

    await page.getByRole('link', { name: title }).click()
    const panel = phone ? page.getByRole('dialog') : page.getByRole('complementary')
    await expect(panel.getByText(words('tickets:priority.urgent'))).toBeVisible()
    await expect(panel.getByText(words('tickets:due.respond')).first()).toBeVisible()
    await panel.getByRole('button', { name: words('tickets:take', { state: 'Begun' }) }).click()
    await expect(panel.getByText(words('tickets:undo.taken', { before: 'Fresh' }))).toBeVisible()
    await expect(panel.getByText(words('tickets:due.resolve')).first()).toBeVisible()

    await panel.getByRole('tab', { name: words('tickets:part.timeline') }).click()
    await panel.getByRole('textbox', { name: words('tickets:comment.field') }).fill('Bucket is set')
    await panel.getByRole('button', { name: words('tickets:comment.send') }).click()
    const timeline = panel.getByRole('list', { name: words('tickets:part.timeline') })
    await expect(timeline.getByText('Bucket is set')).toBeVisible()
    await expect(timeline.getByText('Begun')).toBeVisible()

    await panel.getByRole('button', { name: words('tickets:undo.undo'), exact: true }).click()
    await expect(
      panel.getByRole('button', { name: words('tickets:take', { state: 'Begun' }) }),
    ).toBeVisible()
  })
