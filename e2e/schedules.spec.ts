/** 'Every second Tuesday 08:00 except holidays, every room of building A, done by end of day': made, seen, changed and seen again. */
import { expect, type Page, test } from '@playwright/test'
import { signInAt } from './people.ts'
import { choose } from './pickers.ts'
import { type Language, type Words, wordsOf } from './words.ts'

interface Walk { language: Language; width: number; height: number; name: string; locale: string }
const walks: readonly Walk[] = [
  { language: 'en', width: 1440, height: 900, name: 'Rooms of building A', locale: 'en-GB' },
  { language: 'ar', width: 390, height: 844, name: 'غرف المبنى أ', locale: 'ar-EG-u-nu-latn' },
]

for (const walk of walks) {
  test(`a schedule from the first word to a change, ${walk.language}, ${walk.width} px`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000)
    const words = wordsOf(walk.language)
    const isPhone = walk.width < 500
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: walk.width, height: walk.height }, isMobile: isPhone, hasTouch: isPhone, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await signInAt(page, '/rrule', 'manager', walk.language)
    await page.getByRole('button', { name: words('schedules:add'), exact: true }).click()
    await expect(page.getByRole('heading', { name: words('schedules:newTitle') })).toBeVisible()
    await fill(page, words, walk)
    await seesDates(page, words, walk)
    await page.getByRole('button', { name: words('common:create'), exact: true }).click()
    await expect(page.getByText(words('notices:ruleAdded'))).toBeVisible()
    await page.getByRole('link', { name: walk.name, exact: true }).click()
    await changeAndSee(page, words)
    await context.close()
  })
}

/** The first Tuesday that is not today, so that the start is the first date. */
function nextTuesday(): Date {
  const day = new Date(Date.now() + 86_400_000)
  while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1)
  return day
}

async function fill(page: Page, words: Words, { name, locale }: Walk): Promise<void> {
  await choose(page, words('schedules:field.procedure'), 'Room cleaning')
  // The kind of thing follows the procedure, and the conditions that make sense follow the kind.
  await expect(page.getByText(words('schedules:onlyObjects.locations'))).toBeVisible()
  await expect(page.getByText(words('schedules:allObjects.locations'))).toBeVisible()
  for (const [list, chosen] of [['locationIds', 'Building A'], ['locationTypeIds', 'Room']] as const) {
    // A menu that another click has closed is opened again.
    await expect(async () => {
      await page.getByRole('button', { name: words('entities:filterAdd') }).click()
      await page.getByRole('menuitem', { name: words(`entities:${list}`), exact: true }).click({ timeout: 3_000 })
    }).toPass()
    if (list === 'locationTypeIds') {
      await choose(page, words(`entities:${list}`), chosen)
    } else {
      const places = page.getByRole('combobox', { name: words(`entities:${list}`) })
      await places.click()
      await expect(page.getByTitle('St. Brigid campus').first()).toBeVisible()
      await places.fill(chosen)
      await page.getByTitle(new RegExp(`^${chosen}`)).first().click()
    }
    await page.keyboard.press('Escape')
  }
  await page.getByLabel(words('schedules:field.start'), { exact: true }).fill(`${nextTuesday().toISOString().slice(0, 10)}T08:00`)
  await page.getByLabel(words('schedules:field.interval'), { exact: true }).fill('2')
  const tuesday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(nextTuesday())
  await page.getByRole('button', { name: tuesday, exact: true }).click()
  await page.getByRole('combobox', { name: words('schedules:field.onHoliday') }).click()
  await page.getByTitle(words('schedules:dayOff.skip'), { exact: true }).last().click()
  await page.getByLabel(words('schedules:field.name'), { exact: true }).fill(name)
}

async function seesDates(page: Page, words: Words, { locale }: Walk): Promise<void> {
  const dates = page.getByRole('list', { name: words('schedules:tab.dates') }).getByRole('listitem')
  await expect(dates).toHaveCount(20)
  const first = new Intl.DateTimeFormat(locale, { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(nextTuesday())
  await expect(dates.first()).toContainText(first)
  await expect(dates.first()).toContainText('8:00')
  await expect(page.getByRole('complementary', { name: words('schedules:preview') })).toContainText(words('recurrence:besides.exceptHolidays'))
}

/** Every week instead of every second one: the difference says what is added, and the saved rule has it. */
async function changeAndSee(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('common:edit'), exact: true }).click()
  await expect(page.getByText(words('schedules:noChanges'))).toBeVisible()
  await page.getByLabel(words('schedules:field.interval'), { exact: true }).fill('1')
  const difference = page.getByRole('region', { name: words('schedules:changesTitle') })
  await expect(difference.getByRole('listitem').first()).toContainText(words('schedules:change.added', { count: 1 }))
  await page.getByRole('button', { name: words('common:save'), exact: true }).click()
  await expect(page.getByText(words('notices:changesSaved'))).toBeVisible()
  await page.getByRole('button', { name: words('common:edit'), exact: true }).click()
  await expect(page.getByLabel(words('schedules:field.interval'), { exact: true })).toHaveValue('1')
}
