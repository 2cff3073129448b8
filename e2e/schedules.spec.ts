/**
 * A schedule is made, seen, changed and seen again: 'Every second Tuesday 08:00 except holidays,
 * every room of building A, done by end of day'.
 */
import { expect, type Page, test } from '@playwright/test'
import { default as ICAL } from 'ical.js'
import { rrules } from '#contract/rrules/rrules.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { choose, chooseMoment, choosePlace } from './pickers.ts'
import { type Language, type Words, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

interface Walk {
  language: Language
  width: number
  height: number
  name: string
  locale: string
}
const walks: readonly Walk[] = [
  { language: 'en', width: 1440, height: 900, name: 'Rooms of building A', locale: 'en-GB' },
  { language: 'ar', width: 390, height: 844, name: 'غرف المبنى أ', locale: 'ar-EG-u-nu-latn' },
]

for (const walk of variantsOf(walks, 1)) {
  test(`a schedule from the first word to a change, ${walk.language}, ${walk.width} px`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000)
    const words = wordsOf(walk.language)
    const isPhone = walk.width < 500
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: walk.width, height: walk.height },
      isMobile: isPhone,
      hasTouch: isPhone,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await arriveAt(page, '/rrule', 'manager', walk.language)
    await page.getByRole('link', { name: words('schedules:add'), exact: true }).click()
    await expect(page.getByRole('heading', { name: words('schedules:newTitle') })).toBeVisible()
    await fill(page, words, walk)
    await seesDates(page, words, walk)
    await page.getByRole('button', { name: words('common:create'), exact: true }).click()
    await expect(page.getByText(words('notices:ruleAdded'))).toBeVisible()
    await page.getByRole('link', { name: walk.name, exact: true }).click()
    await changeAndSee(page, words)
    await staysAtEight(page, walk)
    await readByCalendarClient(page, words, walk)
    await context.close()
  })

  test(`one performed late is seen late, ${walk.language}, ${walk.width} px`, async ({
    browser,
    baseURL,
  }) => {
    const words = wordsOf(walk.language)
    const api = await signIn(baseURL ?? '', people.administrator)
    const { rows } = await api.call(rrules.listOccurrences, {
      body: { states: ['late'], sort: '-at', limit: 100 },
    })
    const late = rows.filter(({ equipment }) => equipment !== null)[walks.indexOf(walk)]
    if (!late?.equipment) throw new Error('The demo company has nothing late.')
    const isPhone = walk.width < 500
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: walk.width, height: walk.height },
      isMobile: isPhone,
      hasTouch: isPhone,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await arriveAt(
      page,
      `/procedure/${late.procedure.id}/perform?equipmentId=${late.equipment.id}`,
      'administrator',
      walk.language,
    )
    await answerAll(page)
    await page.getByRole('button', { name: words('procedures:perform.submit') }).click()
    await expect(
      page.getByRole('heading', { name: words('procedures:perform.recorded') }),
    ).toBeVisible()
    await page.goto(`/equipment-schedules?id=${late.equipment.id}`)
    const done = page
      .getByRole('listitem')
      .filter({ hasText: late.procedure.name })
      .filter({ hasText: words('schedules:occurrence.doneLate') })
    await expect(done.first()).toBeVisible()
    await context.close()
  })
}

/**
 * Chooses the first answer everywhere, and five in every number field, which is always in range.
 */
async function answerAll(page: Page): Promise<void> {
  await expect(page.getByRole('radiogroup').first()).toBeVisible()
  for (const group of await page.getByRole('main').getByRole('radiogroup').all())
    await group.getByRole('radio').first().check()
  for (const field of await page.getByRole('main').getByRole('textbox').all()) await field.fill('5')
}

/** In spring after the clock change, and in autumn after it changed back. */
async function staysAtEight(page: Page, { name }: Walk): Promise<void> {
  const year = nextTuesday().getUTCFullYear() + 1
  for (const month of ['04', '11']) {
    await page.goto(`/rrule?view=month&day=${year}-${month}-15&search=${encodeURIComponent(name)}`)
    const entries = page.getByRole('main').getByRole('button', { name: /8:00/ })
    const days = page.getByRole('main').getByRole('cell').getByRole('button')
    if ((page.viewportSize()?.width ?? 0) < 500)
      await days
        .filter({ has: page.locator('[data-state]') })
        .nth(2)
        .click()
    await expect(entries.first()).toBeVisible()
  }
}

/** A real calendar client reads the feed: the dates are at eight on the company's clock. */
async function readByCalendarClient(page: Page, words: Words, { name }: Walk): Promise<void> {
  await page.goto('/my-work?calendar=1')
  const make = page.getByRole('button', { name: words('schedules:mine.feedMake') })
  const again = page.getByRole('button', { name: words('schedules:mine.feedAgain') })
  await expect(make.or(again)).toBeVisible()
  const isMade = await again.isVisible()
  await make.or(again).click()
  if (isMade) {
    const name = words('schedules:mine.feedAgain')
    await page.getByRole('dialog', { name }).getByRole('button', { name }).click()
  }
  const url = await page
    .getByRole('textbox', { name: words('schedules:mine.feedAddress') })
    .inputValue()
  const text = await (
    await page.request.get(new URL(new URL(url).pathname, page.url()).href)
  ).text()
  const events = new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
  const own = events
    .filter(({ summary }) => summary.includes(name))
    .map(({ startDate }) => startDate.toJSDate())
  expect(own.length).toBeGreaterThan(10)
  expect(own.every((at) => at.getUTCDay() === 2)).toBe(true)
}

function nextTuesday(): Date {
  const day = new Date(Date.now() + 86_400_000)
  while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1)
  return day
}

async function fill(page: Page, words: Words, { name, locale }: Walk): Promise<void> {
  await choose(page, words('schedules:field.procedure'), 'Room cleaning')
  // The target kind follows the procedure, and the offered conditions follow the kind.
  await expect(page.getByText(words('schedules:onlyObjects.locations'))).toBeVisible()
  await expect(page.getByText(words('schedules:allObjects.locations'))).toBeVisible()
  for (const [list, chosen] of [
    ['locationIds', 'Building A'],
    ['locationTypeIds', 'Room'],
  ] as const) {
    await expect(async () => {
      await page.getByRole('button', { name: words('entities:filterAdd') }).click()
      await page
        .getByRole('menuitem', { name: words(`entities:${list}`), exact: true })
        .click({ timeout: 3_000 })
    }).toPass()
    await (list === 'locationTypeIds' ? choose : choosePlace)(
      page,
      words(`entities:${list}`),
      chosen,
    )
    await page.keyboard.press('Escape')
  }
  await chooseMoment(
    page,
    words('schedules:field.start'),
    `${nextTuesday().toISOString().slice(0, 10)}T08:00`,
  )
  await page.getByLabel(words('schedules:field.interval'), { exact: true }).fill('2')
  const tuesday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    nextTuesday(),
  )
  await page.getByRole('button', { name: tuesday, exact: true }).click()
  await page.getByRole('combobox', { name: words('schedules:field.onHoliday') }).click()
  await page.getByTitle(words('schedules:dayOff.skip'), { exact: true }).last().click()
  await page.getByLabel(words('schedules:field.name'), { exact: true }).fill(name)
}

async function seesDates(page: Page, words: Words, { locale }: Walk): Promise<void> {
  const dates = page.getByRole('list', { name: words('schedules:tab.dates') }).getByRole('listitem')
  // Twenty future dates; a skipped holiday is listed beside them with its reason.
  await expect(dates.filter({ hasNotText: words('schedules:outcome.skipped') })).toHaveCount(20)
  const first = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(nextTuesday())
  await expect(dates.first()).toContainText(first)
  await expect(dates.first()).toContainText('8:00')
  await expect(page.getByRole('complementary', { name: words('schedules:preview') })).toContainText(
    words('recurrence:besides.exceptHolidays'),
  )
}

async function changeAndSee(page: Page, words: Words): Promise<void> {
  await page.getByRole('link', { name: words('common:edit'), exact: true }).click()
  await expect(page.getByText(words('schedules:noChanges'))).toBeVisible()
  await page.getByLabel(words('schedules:field.interval'), { exact: true }).fill('1')
  const difference = page.getByRole('region', { name: words('schedules:changesTitle') })
  await expect(difference.getByRole('listitem').first()).toContainText(
    words('schedules:change.added', { count: 1 }),
  )
  await page.getByRole('button', { name: words('common:save'), exact: true }).click()
  await expect(page.getByText(words('notices:changesSaved'))).toBeVisible()
  await page.getByRole('link', { name: words('common:edit'), exact: true }).click()
  await expect(page.getByLabel(words('schedules:field.interval'), { exact: true })).toHaveValue('1')
}
