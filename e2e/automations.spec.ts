/**
 * A rule is made from the empty state, back-tested, switched on, seen to run and seen not to run:
 * 'When the ward round scores under 60 at any room of building A on a weekday, open a Repair
 * ticket, assign it by the on-call question and text the technicians'.
 */
import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { auth } from '#contract/auth/auth.ts'
import { locations } from '#contract/locations/locations.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { people as peopleContract } from '#contract/people/people.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { choose, choosePlace } from './pickers.ts'
import { type Language, type Words, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

interface Walk {
  language: Language
  width: number
  height: number
  name: string
  question: string
  onCall: string
  locale: string
}
const walks: readonly Walk[] = [
  {
    language: 'en',
    width: 1440,
    height: 900,
    name: 'Evening ward round',
    question: 'Is the room safe?',
    onCall: 'Who is on call tonight?',
    locale: 'en-GB',
  },
  {
    language: 'ar',
    width: 390,
    height: 844,
    name: 'جولة الجناح المسائية',
    question: 'هل الغرفة آمنة؟',
    onCall: 'من المناوب الليلة؟',
    locale: 'ar-EG-u-nu-latn',
  },
]

type Round = Awaited<ReturnType<typeof makeRound>>

for (const walk of variantsOf(walks, 1)) {
  test(`an automation from the empty state to its first run, ${walk.language}, ${walk.width} px`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    const url = baseURL ?? ''
    const words = wordsOf(walk.language)
    const administrator = await signIn(url, people.administrator)
    const staff = await signIn(url, people.staff)
    const round = await makeRound(administrator, walk)
    await perform(staff, round, { isSafe: false, roomId: round.roomOfA })
    await perform(staff, round, { isSafe: true, roomId: round.roomOfA })

    const isPhone = walk.width < 500
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: walk.width, height: walk.height },
      isMobile: isPhone,
      hasTouch: isPhone,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await arriveAt(page, `/procedure/${round.id}/automation-center`, 'administrator', walk.language)
    await expect(
      page.getByRole('heading', { name: words('automations:list.emptyTitle') }),
    ).toBeVisible()
    await page.getByRole('link', { name: words('automations:template.onCall.title') }).click()
    await write(page, words, walk, round)
    await seesTheWholeCalendar(page, words)
    await tryOnThePast(page, words)
    await page.getByRole('button', { name: words('automations:editor.save'), exact: true }).click()
    await expect(page).toHaveURL(/\/automation-center\/\d+/)

    const matched = await perform(staff, round, { isSafe: false, roomId: round.roomOfA })
    const elsewhere = await perform(staff, round, { isSafe: false, roomId: round.roomOfB })
    await seesItRun(page, words, matched)
    await seesWhyNot(page, words, elsewhere)
    await expectAlert(url, words, walk)
    await context.close()
  })
}

async function seesTheWholeCalendar(page: Page, words: Words): Promise<void> {
  await page.getByPlaceholder(words('automations:editor.validFrom')).click()
  const calendar = page.locator('.ant-picker-panel-container')
  await expect(calendar).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
}

async function makeRound(api: Api, { name, question, onCall }: Walk) {
  const types = await api.call(referenceLists.listProcedureTypes, { body: { limit: 1 } })
  const typeId = types.rows[0]?.id
  if (typeId === undefined) throw new Error('The demo company has no procedure type.')
  const plain = {
    help: null,
    unit: null,
    minimum: null,
    maximum: null,
    numberScore: null,
    visibility: null,
  }
  const made = await api.call(procedures.createProcedure, {
    body: {
      name,
      typeId,
      target: 'location',
      questions: [
        {
          ...plain,
          id: -1,
          kind: 'singleChoice',
          title: question,
          required: true,
          answers: [
            { id: -2, title: 'Yes', score: 10 },
            { id: -3, title: 'No', score: 0 },
          ],
        },
        { ...plain, id: -4, kind: 'user', title: onCall, required: false, answers: [] },
      ],
    },
  })
  const roomIn = async (code: string) => {
    const found = await api.call(locations.listLocations, { body: { search: code, limit: 1 } })
    const [room] = found.rows
    if (!room) throw new Error(`The demo company has no room ${code}.`)
    return room.id
  }
  const [technician] = (
    await api.call(peopleContract.listUsers, { body: { search: people.technician, limit: 1 } })
  ).rows
  if (!technician) throw new Error('The demo company has no technician.')
  return {
    id: made.id,
    version: made.version,
    questions: made.questions,
    onCallUser: technician,
    roomOfA: await roomIn('A1.02'),
    roomOfB: await roomIn('B1.02'),
  }
}

async function perform(
  api: Api,
  round: Round,
  { isSafe, roomId }: { isSafe: boolean; roomId: number },
) {
  const [safe, onCall] = round.questions
  const { version } = await api.call(procedures.getProcedure, { params: { id: round.id } })
  return api.call(procedureLogs.submitProcedureLog, {
    body: {
      clientKey: randomUUID(),
      procedureId: round.id,
      procedureVersion: version,
      equipmentId: null,
      locationId: roomId,
      startedAt: new Date().toISOString(),
      answers: [
        {
          kind: 'singleChoice',
          questionId: safe?.id ?? 0,
          answerId: safe?.answers[isSafe ? 0 : 1]?.id ?? 0,
        },
        { kind: 'user', questionId: onCall?.id ?? 0, userId: round.onCallUser.id },
      ],
    },
  })
}

/** The template defines the shape of the rule; company-specific blanks are filled in one by one. */
async function write(page: Page, words: Words, walk: Walk, round: Round): Promise<void> {
  const blank = (name: string, value?: string) =>
    page.getByRole('button', {
      name:
        value === undefined
          ? new RegExp(`^${escaped(words(`automations:blankName.${name}`))}: `)
          : words('automations:blank.change', {
              blank: words(`automations:blankName.${name}`),
              value,
            }),
    })
  await expect(page.getByText(walk.name)).toBeVisible()

  await blank('objects').click()
  await expect(async () => {
    await page.getByRole('button', { name: words('entities:filterAdd') }).click({ timeout: 3_000 })
    await page
      .getByRole('menuitem', { name: words('entities:locationIds'), exact: true })
      .click({ timeout: 3_000 })
  }).toPass({ timeout: 20_000 })
  await choosePlace(page, words('entities:locationIds'), 'Building A')
  await closePicker(page)

  await ofToday(page, words, walk, blank)
  await blank('ticketType', words('automations:choose.ticketType')).click()
  await choose(page, words('automations:blank.ticketType'), 'Repair')
  await expect(blank('assignee', words('automations:choose.question'))).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await page.getByTitle(walk.onCall, { exact: true }).first().click()
  await expect(
    blank('assignee', words('automations:assign.question', { question: walk.onCall })),
  ).toBeVisible()
  await blank('recipients').click()
  await choose(page, words('automations:blank.roles'), 'Technician')
  await closePicker(page)
  await expect(page.getByText('Technician').first()).toBeVisible()
  expect(round.id).toBeGreaterThan(0)
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

async function closePicker(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
}

/** Adds the day of the test run to the rule's working days, so that it runs on any day. */
async function ofToday(
  page: Page,
  words: Words,
  { locale }: Walk,
  blank: (name: string) => ReturnType<Page['getByRole']>,
): Promise<void> {
  const dayName = (date: Date): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'Europe/Prague' }).format(date)
  const first = dayName(new Date('2026-11-02T12:00Z'))
  const last = dayName(new Date('2026-11-06T12:00Z'))
  await expect(blank('days')).toContainText(words('automations:time.days', { first, last }))
  const today = dayName(new Date())
  await blank('days').click()
  await page.getByRole('checkbox', { name: today, exact: true }).check()
  await closePicker(page)
}

async function tryOnThePast(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('automations:backTest.ask', { count: 30 }) }).click()
  await expect(
    page.getByText(
      words('automations:backTest.would', { matched: 1, evaluated: 2, days: 30 }).replaceAll(
        /<[^>]*>/g,
        '',
      ),
    ),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Room A1.02' })).toHaveCount(1)
}

/**
 * The run arrives through the event stream, with the assigned ticket and the value that each filter
 * saw.
 */
async function seesItRun(page: Page, words: Words, log: { id: number }): Promise<void> {
  await page.goto(`/procedure-log/${log.id}`)
  const run = page
    .getByRole('listitem')
    .filter({ hasText: words('automations:outcome.done') })
    .last()
  await expect(run).toBeVisible()
  const opened = page.getByRole('link', {
    name: new RegExp(
      escaped(words('automations:runs.ticket', { id: '@' })).replace('@', String.raw`\d+`),
    ),
  })
  await opened.first().click()
  await expect(
    page.getByText(words('tickets:assignment.assigned', { name: 'Tomáš Novák' })),
  ).toBeVisible()
}

async function seesWhyNot(page: Page, words: Words, log: { id: number }): Promise<void> {
  await page.goto(`/procedure-log/${log.id}`)
  await page.locator('main details > summary').first().click()
  await expect(page.getByText(words('automations:outcome.filtered')).first()).toBeVisible()
  await expect(page.getByLabel(words('automations:verdict.failed'))).toHaveCount(1)
  await expect(page.getByText(/Room B1\.02.*Building A/).first()).toBeVisible()
}

async function expectAlert(url: string, words: Words, { name, language }: Walk): Promise<void> {
  const technician = await signIn(url, people.technician)
  const { user } = await technician.call(auth.getSession)
  expect(user.name).toBe('Tomáš Novák')
  const messages = await (await fetch(`${url}/api/public/outbox`)).text()
  expect(messages, `${language}: ${words('alerts:title')}`).toContain(name)
}
