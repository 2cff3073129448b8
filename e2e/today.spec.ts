import { expect, test } from '@playwright/test'
import { arriveAt } from './people.ts'
import { wordsOf, type Language } from './words.ts'
import { variantsOf } from './variants.ts'

const walks: { language: Language; size: { width: number; height: number } }[] = [
  { language: 'en', size: { width: 1440, height: 900 } },
  { language: 'ar', size: { width: 390, height: 844 } },
]

for (const { language, size } of variantsOf(walks, 1))
  test(`a technician sees what is due, begins it with one press and walks a round (${language})`, async ({
    page,
  }) => {
    const words = wordsOf(language)
    await page.setViewportSize(size)
    await arriveAt(page, '/', 'technician', language)
    await expect(page).toHaveURL(/\/(\?lang=..)?$/)
    await expect(page.getByRole('heading', { name: words('titles:home'), level: 1 })).toBeVisible()
    const check = page.locator('a[href*="/perform?"]:not([href*="round="])').first()
    await expect(check).toBeVisible()

    await check.click()
    await expect(page).toHaveURL(/\/procedure\/\d+\/perform\?/)
    await page.goBack()

    const start = page.getByRole('link', { name: words('today:startRound') }).first()
    await start.click()
    const of = Number(new URL(page.url()).searchParams.get('of'))
    expect(of).toBeGreaterThan(1)
    const numbers = new Intl.NumberFormat(language === 'ar' ? 'ar' : language)
    const position = (at: number) =>
      page.getByText(new RegExp(`(${at}|${numbers.format(at)}).*(${of}|${numbers.format(of)})`))
    await expect(position(1).first()).toBeVisible()
    await page.getByRole('link', { name: words('today:skip'), exact: true }).click()
    await expect(position(2).first()).toBeVisible()
    const second = page.url()
    await page.reload()
    await expect(position(2).first()).toBeVisible()
    await page.goBack()
    await expect(position(1).first()).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(second)
  })

test('a manager’s numbers open the rows that they count', async ({ page }) => {
  const words = wordsOf('en')
  await arriveAt(page, '/', 'manager')
  for (const key of [
    'today:figure.lateThings',
    'today:figure.openTickets',
    'today:figure.overdueTickets',
    'today:figure.unusable',
  ] as const) {
    const number = page.getByRole('link', { name: words(key) }).first()
    const count = (await number.locator('strong').innerText()).trim()
    await number.click()
    const told =
      count === '0'
        ? page.getByText(words('common:nothingFound'))
        : page.getByText(new RegExp(`(^|\\D)${count}(\\D|$)`))
    await expect(told.filter({ visible: true }).first()).toBeVisible()
    await page.goto('/')
  }
})
