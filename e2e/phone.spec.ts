import { expect, test } from '@playwright/test'
import { dashboards } from '#contract/dashboards/dashboards.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('ar')
const phone = { width: 390, height: 844 }

test('a ticket tells what is late and since when it stands open apart', async ({ page }) => {
  await page.setViewportSize(phone)
  await arriveAt(page, '/tickets', 'administrator', 'ar')
  const rows = page.locator('main ul > li')
  await expect(rows.first()).toContainText(words('tickets:column.openedAt'))
  await expect(rows.filter({ hasText: words('tickets:overdue.resolve') }).first()).toBeVisible()
})

test('a board has one line of buttons, and Delete under more', async ({ page, baseURL }) => {
  const admin = await signIn(baseURL ?? '', people.administrator)
  const { rows } = await admin.call(dashboards.listDashboards, { body: {} })
  await page.setViewportSize(phone)
  await arriveAt(page, `/dashboard/${rows[0]?.id}`, 'administrator', 'ar')
  const [edit, more] = [
    page.getByRole('link', { name: words('common:edit') }).first(),
    page.getByRole('button', { name: words('common:moreActions'), exact: true }),
  ]
  const middle = async (of: typeof edit) => {
    const box = await of.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0) / 2
  }
  expect(Math.abs((await middle(edit)) - (await middle(more)))).toBeLessThan(6)
  await expect(page.getByRole('button', { name: words('common:delete') })).toHaveCount(0)
  await more.click()
  await expect(page.getByRole('menuitem', { name: words('common:delete') })).toBeVisible()
})

test('nothing of the replay’s bar is cut', async ({ page }) => {
  await page.setViewportSize(phone)
  await arriveAt(page, '/mapping?replay=day', 'administrator', 'ar')
  const bar = page.getByRole('region', { name: words('map:replay'), exact: true })
  await expect(bar).toBeVisible()
  const isCut = await bar.evaluate((element) =>
    [...element.querySelectorAll('button, input, time, .ant-segmented')].some((one) => {
      const { left, right } = one.getBoundingClientRect()
      return right > left && (left < 0 || right > window.innerWidth)
    }),
  )
  expect(isCut).toBe(false)
})

test('what Ctrl+K opens has the keyboard', async ({ page }) => {
  const english = wordsOf('en')
  await arriveAt(page, '/', 'administrator')
  await expect(page.locator('a[data-figure]').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page
    .getByRole('combobox', { name: english('shell:searchEverything') })
    .fill(english('automations:new'))
  await page
    .getByRole('option', { name: english('automations:new') })
    .first()
    .click()
  await expect(page).toHaveURL(/triggered-events\/create/)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'))
    .not.toBe('BODY')
})

test('the way back closes what lies over the screen before it leads away', async ({ page }) => {
  await page.setViewportSize(phone)
  await arriveAt(page, '/', 'technician', 'ar')
  const bar = page.getByRole('navigation', { name: words('shell:mainNavigation') })
  await bar.getByRole('link', { name: words('titles:tickets') }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('tickets:title') })).toBeVisible()
  const bell = page.getByTestId('bell')
  const more = bar.getByRole('button', { name: words('shell:more') })
  const account = page.getByRole('button', { name: words('shell:account') })
  for (const opener of [bell, more, account]) {
    await opener.click()
    const opened = page.locator('[role=dialog], [role=menu]').filter({ visible: true })
    await expect(opened).toHaveCount(1)
    await page.goBack()
    await expect(opened).toHaveCount(0)
    await expect(page).toHaveURL(/\/tickets$/)
  }
  await page.goBack()
  await expect(page).not.toHaveURL(/\/tickets/)
})

test('the way back from a screen that has not come yet leads to the one before it', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  let comes: (() => void) | undefined
  const held = new Promise<void>((resolve) => (comes = resolve))
  await page.route('**/TicketsPage*.js', async (route) => {
    await held
    await route.continue()
  })
  await arriveAt(page, '/', 'technician', 'ar')
  const tickets = page
    .getByRole('navigation', { name: words('shell:mainNavigation') })
    .getByRole('link', { name: words('titles:tickets') })
  await tickets.click()
  await expect(page.getByRole('heading', { level: 1, name: words('tickets:title') })).toBeVisible()
  await page.goBack()
  const today = page.getByRole('heading', { level: 1, name: words('titles:home') })
  await expect(today).toBeVisible()
  await tickets.click()
  comes?.()
  await expect(page.getByRole('heading', { level: 1, name: words('tickets:title') })).toBeVisible()
  await expect(page).toHaveURL(/\/tickets$/)
  await page.goBack()
  await expect(today).toBeVisible()
})
