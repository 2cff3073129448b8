/** Moves a ticket on the board by keyboard, and takes the move back. */
import { expect, test } from '@playwright/test'
import { tickets } from '#contract/tickets.ts'
import { signIn } from '#tests/apiClient.ts'
import { arriveAt, people } from './people.ts'
import { variantsOf } from './variants.ts'
import { type Language, wordsOf } from './words.ts'

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'he', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`a ticket moves to the next column by keyboard, and back by undo (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const title = `Board ${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const { id: ticketTypeId } = await api.call(tickets.createTicketType, {
      body: {
        name: title,
        colour: 'blue',
        states: [
          { id: null, name: 'Fresh', category: 'open', colour: 'blue', next: null },
          { id: null, name: 'At work', category: 'inProgress', colour: 'orange', next: null },
          { id: null, name: 'Finished', category: 'closed', colour: 'green', next: null },
        ],
      },
    })
    await api.call(tickets.openTicket, { body: { title, ticketTypeId } })
    await arriveAt(page, `/tickets?view=board&types=${ticketTypeId}`, 'administrator', language)
    const column = (name: string) => page.getByRole('region', { name })
    const grip = page.getByRole('button', { name: words('tickets:board.grab', { title }) })
    await expect(column('Fresh').getByRole('link', { name: title })).toBeVisible()
    await grip.focus()
    await page.keyboard.press(' ')
    await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight')
    await page.keyboard.press(' ')
    await expect(page.getByText(words('tickets:batch.done', { count: 1 }))).toBeVisible()
    await expect(column('At work').getByRole('link', { name: title })).toBeVisible()
    await page.getByRole('button', { name: words('common:undo'), exact: true }).click()
    await expect(column('Fresh').getByRole('link', { name: title })).toBeVisible()
  })
