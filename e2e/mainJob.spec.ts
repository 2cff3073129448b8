/**
 * The product's main job in the page: a procedure and its rule, a bad round, a ticket that a
 * technician takes.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { tickets } from '#contract/tickets.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, signInAt } from './people.ts'
import { choose } from './pickers.ts'
import { type Language, type Words, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

const walks = [
  {
    language: 'en',
    width: 1440,
    height: 900,
    name: 'Hand rub check',
    question: 'Is the dispenser full?',
    comment: 'On my way.',
  },
  {
    language: 'he',
    width: 390,
    height: 844,
    name: 'בדיקת חיטוי ידיים',
    question: 'האם המתקן מלא?',
    comment: 'אני בדרך.',
  },
] as const

interface Names {
  procedureType: string
  ticketType: string
  equipment: string
  equipmentId: number
}

for (const planned of variantsOf(walks, 0)) {
  test(`main job, ${planned.language}, ${planned.width} px`, async ({ browser, baseURL }, {
    retry,
  }) => {
    test.setTimeout(180_000)
    // A retry finds the data of the first attempt, so each attempt uses its own name.
    const walk = { ...planned, name: `${planned.name}${retry === 0 ? '' : ` ${retry}`}` }
    const names = await namesOfDemo(baseURL ?? '')
    const words = wordsOf(walk.language)
    const open = (who: keyof typeof people, path: string) =>
      openAs(browser, baseURL ?? '', walk, who, path)

    const administrator = await open('administrator', '/procedure/new')
    await writeProcedure(administrator, words, names, walk)
    await writeRule(administrator, words, names, walk.name)
    await administrator.context().close()

    const staff = await open('staff', '/procedure')
    const title = await performBadly(staff, words, names, walk)
    await staff.context().close()

    const technician = await open('technician', '/tickets')
    await takeTicket(technician, words, title, walk)
    await technician.context().close()
  })
}

async function openAs(
  browser: Browser,
  baseURL: string,
  { language, width, height }: { language: Language; width: number; height: number },
  who: keyof typeof people,
  path: string,
): Promise<Page> {
  const isPhone = width < 500
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await signInAt(page, path, who, language)
  return page
}

async function namesOfDemo(url: string): Promise<Names> {
  const administrator = await signIn(url, people.administrator)
  const [types, ticketTypes, things] = await Promise.all([
    administrator.call(referenceLists.listProcedureTypes, { body: { limit: 1, sort: 'name' } }),
    administrator.call(tickets.getTicketTypes),
    administrator.call(equipment.listEquipment, { body: { limit: 1, sort: 'name' } }),
  ])
  const [type, ticketType, thing] = [types.rows[0], ticketTypes.rows[0], things.rows[0]]
  if (!type || !ticketType || !thing)
    throw new Error('The demo company lacks what the main job needs.')
  return {
    procedureType: type.name,
    ticketType: ticketType.name,
    equipment: thing.name,
    equipmentId: thing.id,
  }
}

async function writeProcedure(
  page: Page,
  words: Words,
  names: Names,
  walk: { name: string; question: string },
): Promise<void> {
  await page.getByLabel(words('procedures:editor.name'), { exact: true }).fill(walk.name)
  await choose(page, words('procedures:editor.type'), names.procedureType, { exact: true })
  await page.getByRole('button', { name: words('survey:kind.singleChoice') }).click()
  await page.getByLabel(words('procedures:editor.question'), { exact: true }).fill(walk.question)
  await page
    .getByRole('spinbutton', {
      name: words('procedures:editor.choiceScore', {
        choice: words('procedures:editor.firstChoice'),
      }),
    })
    .fill('10')
  await page.getByRole('button', { name: words('procedures:editor.save'), exact: true }).click()
  await expect(page).toHaveURL(/\/procedure(\/\d+|\?.*id=\d+)/)
  await expect(page.getByRole('heading', { name: walk.name }).first()).toBeVisible()
}

/**
 * 'When (procedure) is done at any place and the score is less than 60, then open a ticket of type
 * (type).'
 */
async function writeRule(page: Page, words: Words, names: Names, procedure: string): Promise<void> {
  await page.goto('/automation-center')
  await page.getByRole('link', { name: words('automations:new') }).click()
  await page
    .getByRole('button', {
      name: words('automations:blank.change', {
        blank: words('automations:blankName.procedure'),
        value: words('automations:choose.procedure'),
      }),
    })
    .click()
  await choose(page, words('automations:blankName.procedure'), procedure)
  // A filled blank opens the next empty one; a press would close that.
  await choose(page, words('automations:blankName.ticketType'), names.ticketType)
  const score = words('automations:blank.change', {
    blank: words('automations:blankName.score'),
    value: words('automations:score.lessThan', { value: 60 }),
  })
  await expect(page.getByRole('button', { name: score })).toBeVisible()
  await page.getByRole('button', { name: words('automations:editor.save'), exact: true }).click()
  await expect(page).toHaveURL(/\/automation-center\/\d+/)
}

/**
 * Finds the procedure, chooses the location, answers no, survives a reload, submits. Returns the
 * title of the opened ticket.
 */
async function performBadly(
  page: Page,
  words: Words,
  names: Names,
  walk: { name: string; question: string },
): Promise<string> {
  await page.getByRole('searchbox', { name: words('procedures:search') }).fill(walk.name)
  await expect(page).toHaveURL(/search=/)
  // In the whole list, the row could move away before the press.
  await expect(page.locator('main a[href$="/perform"]')).toHaveCount(1)
  await page
    .getByRole('link', { name: words('procedures:performOne', { procedure: walk.name }) })
    .click()
  await page
    .getByRole('searchbox', { name: words('procedures:perform.find') })
    .fill(names.equipment)
  await page.getByRole('button', { name: names.equipment }).first().click()
  const no = page
    .getByRole('radiogroup', { name: walk.question })
    .getByRole('radio', { name: words('procedures:editor.secondChoice'), exact: true })
  await no.check()
  await expect(page.getByText(words('procedures:perform.kept'))).toBeVisible()
  await page.reload()
  await expect(no).toBeChecked()
  await page.getByRole('button', { name: words('procedures:perform.submit') }).click()
  await expect(
    page.getByRole('heading', { name: words('procedures:perform.recorded') }),
  ).toBeVisible()
  const opened = page.getByRole('status').getByRole('listitem').getByRole('link')
  await expect(opened).toHaveCount(1)
  return (await opened.textContent()) ?? ''
}

/** Sees the ticket in the list without searching, sees its origin, comments and takes it. */
async function takeTicket(
  page: Page,
  words: Words,
  title: string,
  walk: { name: string; comment: string },
): Promise<void> {
  expect(title).toContain(walk.name)
  // The location has its own column, so the title does not repeat it.
  await page
    .getByRole('link', { name: title.replace(/: [^:]*$/, '') })
    .first()
    .click()
  await expect(
    page.getByText(words('tickets:openedByUnnamed').replaceAll(/<[^>]*>/g, '')).first(),
  ).toBeVisible()
  await page.getByRole('button', { name: words('tickets:assignToMe') }).click()
  await expect(page.getByRole('button', { name: words('tickets:assignToMe') })).toHaveCount(0)
  await page.getByRole('tab', { name: words('tickets:part.timeline') }).click()
  await page.getByRole('textbox', { name: words('tickets:comment.field') }).fill(walk.comment)
  await page.getByRole('button', { name: words('tickets:comment.send') }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: walk.comment })).toBeVisible()
}
