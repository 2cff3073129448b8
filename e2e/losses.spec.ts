/**
 * The ten things that a rule may lose (specification, section 4), each deleted in the page where it
 * is managed. The rule is flagged with the last name, does nothing, gets a replacement in its
 * sentence, and runs again.
 */
import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { automations } from '#contract/automation/automation.ts'
import type { AutomationAction } from '#contract/automation/actions.ts'
import type { AutomationFilter } from '#contract/automation/filters.ts'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { people as peopleContract } from '#contract/people/people.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { tickets } from '#contract/tickets.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { choose } from './pickers.ts'
import { wordsOf } from './words.ts'
import { userDraft } from '#tests/userDraft.ts'

const words = wordsOf('en')
const run = randomUUID().slice(0, 6)

type Home = Awaited<ReturnType<typeof makeHome>>
/**
 * Prepares a loss: the rule, the name of its reference, how to delete the referenced entity, and
 * the replacement.
 */
interface Loss {
  filters?: unknown[]
  actions: unknown[]
  name: string
  lose: (page: Page) => Promise<void>
  by: string[]
}
interface Ground {
  api: Api
  typeId: number
  ticketTypeId: number
  equipmentId: number
}

async function makeHome({ api, typeId }: Ground, name: string) {
  const plain = {
    help: null,
    required: false,
    unit: null,
    minimum: null,
    maximum: null,
    numberScore: null,
    visibility: null,
    kind: 'singleChoice' as const,
  }
  return api.call(procedures.createProcedure, {
    body: {
      name: `${name} ${run}`,
      typeId,
      target: 'either',
      questions: [
        {
          ...plain,
          id: -1,
          title: 'Clean?',
          answers: [
            { id: -2, title: 'Yes', score: 10 },
            { id: -3, title: 'No', score: 0 },
          ],
        },
        {
          ...plain,
          id: -4,
          title: 'Which?',
          answers: [
            { id: -5, title: 'One', score: 10 },
            { id: -6, title: 'Two', score: 0 },
            { id: -7, title: 'Three', score: 0 },
          ],
        },
      ],
    },
  })
}

const button = (inside: Page | Locator, name: string) =>
  inside.getByRole('button', { name, exact: true })

/** Deletes an entry in Management. An unused entry is deleted even if rules name it. */
async function deleteWord(page: Page, slug: string, id: number): Promise<void> {
  await page.goto(`/management/${slug}?id=${id}`)
  await button(page, words('common:delete')).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(words('management:usesReview'))
  await button(dialog, words('common:delete')).click()
  await expect(dialog).toHaveCount(0)
}

const open = (ticketTypeId: number, assign: unknown = null) => ({
  kind: 'openTicket',
  ticketTypeId,
  title: null,
  assign,
})
const askFor = (questionId: number | undefined, answerId: number | undefined) => ({
  kind: 'answer',
  questionId,
  operator: 'isAnyOf',
  answerIds: [answerId],
  value: null,
  to: null,
})

async function person({ api }: Ground, lastName: string) {
  const made = await api.call(peopleContract.inviteUser, {
    body: userDraft({
      firstName: 'Soon',
      lastName: `${lastName} ${run}`,
      email: `${lastName.toLowerCase()}-${run}@plantroom.demo`,
    }),
  })
  const name = `Soon ${lastName} ${run}`
  const lose = async (page: Page) => {
    await page.goto(`/management/users?id=${made.id}`)
    await button(page, words('people:deactivate')).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(words('people:impact.automations', { count: 1 }))
    await button(dialog, words('people:deactivate')).click()
    await expect(dialog).toHaveCount(0)
  }
  return { id: made.id, name, lose }
}

/** Saves in the procedure editor, which names the rules that the save would switch off. */
async function saveWithout(page: Page, home: Home, remove: () => Promise<void>): Promise<void> {
  await page.goto(`/procedure/${home.id}/edit`)
  await remove()
  await expect(page.getByText(words('procedures:editor.reviewTitle'))).toBeVisible()
  const save = button(page, words('procedures:editor.save'))
  await save.click()
  await expect(save).toBeDisabled()
}

async function ticketTypeOf({ api }: Ground, name: string) {
  const state = (title: string, category: 'open' | 'waiting' | 'closed') => ({
    id: null,
    name: title,
    category,
    colour: 'blue' as const,
    next: null,
  })
  return api.call(tickets.createTicketType, {
    body: {
      name: `${name} ${run}`,
      colour: 'red',
      states: [state('Open', 'open'), state('Parked', 'waiting'), state('Done', 'closed')],
    },
  })
}

const kinds: Record<string, (ground: Ground, home: Home) => Promise<Loss>> = {
  async user(ground) {
    const deleted = await person(ground, 'Told')
    const recipients = {
      userIds: [deleted.id],
      roleIds: [],
      available: false,
      followers: false,
      opener: false,
      assignee: false,
    }
    return {
      ...deleted,
      actions: [
        {
          kind: 'sendAlert',
          channels: [],
          level: 'info',
          text: null,
          recipients,
          onlyWhoSeeEquipment: true,
          onlyWhoSeeLocation: true,
        },
      ],
      by: ['Tomáš Novák'],
    }
  },
  async assignee(ground) {
    const deleted = await person(ground, 'Given')
    return {
      ...deleted,
      actions: [open(ground.ticketTypeId, { by: 'user', userId: deleted.id })],
      by: ['Tomáš Novák'],
    }
  },
  question(ground, home) {
    const [, second] = home.questions
    const lose = (page: Page) =>
      saveWithout(page, home, () =>
        button(page, words('procedures:editor.removeQuestion', { question: 'Which?' })).click(),
      )
    return Promise.resolve({
      filters: [askFor(second?.id, second?.answers[0]?.id)],
      actions: [open(ground.ticketTypeId)],
      name: 'Which?',
      lose,
      by: ['Clean?', 'Yes'],
    })
  },
  answer(ground, home) {
    const [, second] = home.questions
    const lose = (page: Page) =>
      saveWithout(page, home, async () => {
        await page.getByRole('button', { name: /Which\?/, expanded: false }).click()
        await button(page, words('procedures:editor.removeChoice', { choice: 'Three' })).click()
      })
    return Promise.resolve({
      filters: [askFor(second?.id, second?.answers[2]?.id)],
      actions: [open(ground.ticketTypeId)],
      name: 'Three',
      lose,
      by: ['One'],
    })
  },
  async agent(ground) {
    const make = (name: string) =>
      ground.api.call(referenceData.createAssignRule, {
        body: {
          name: `${name} agent ${run}`,
          instruction: 'Whoever is free.',
          userIds: [],
          roleIds: [],
          isActive: true,
        },
      })
    const [deleted, other] = [await make('Old'), await make('New')]
    return {
      actions: [open(ground.ticketTypeId, { by: 'rule', ruleId: deleted.id })],
      name: deleted.name,
      lose: (page) => deleteWord(page, 'ticket-assign-rules', deleted.id),
      by: [other.name],
    }
  },
  async procedure(ground) {
    const [deleted, other] = [await makeHome(ground, 'Passing'), await makeHome(ground, 'Staying')]
    const lose = async (page: Page) => {
      await page.goto(`/procedure/${deleted.id}`)
      await button(page, words('common:delete')).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(words('procedures:remove.reviews', { count: 1 }))
      await button(dialog, words('common:delete')).click()
      await expect(dialog).toHaveCount(0)
    }
    return {
      actions: [
        {
          kind: 'scheduleProcedure',
          procedureId: deleted.id,
          times: 1,
          within: { by: 'days', days: 2 },
        },
      ],
      name: deleted.name,
      lose,
      by: [other.name],
    }
  },
  async status({ api }) {
    const make = (name: string) =>
      api.call(referenceLists.createEquipmentStatus, {
        body: { name: `${name} status ${run}`, colour: 'pink', isUsable: true },
      })
    const [deleted, other] = [await make('Old'), await make('New')]
    return {
      actions: [{ kind: 'changeStatus', statusId: deleted.id }],
      name: deleted.name,
      lose: (page) => deleteWord(page, 'equipment-statuses', deleted.id),
      by: [other.name],
    }
  },
  async ticketType(ground) {
    const [deleted, other] = [
      await ticketTypeOf(ground, 'Old type'),
      await ticketTypeOf(ground, 'New type'),
    ]
    return {
      actions: [open(deleted.id)],
      name: deleted.name,
      lose: (page) => deleteWord(page, 'ticket-types', deleted.id),
      by: [other.name],
    }
  },
  async ticketState(ground) {
    const type = await ticketTypeOf(ground, 'Type of states')
    const lose = async (page: Page) => {
      await page.goto(`/management/ticket-types?id=${type.id}`)
      await button(page, words('management:stateRemove', { name: 'Parked' })).click()
      await button(page, words('common:save')).click()
      await expect(page.getByText(words('notices:changesSaved')).first()).toBeVisible()
    }
    return {
      actions: [{ kind: 'changeTicketState', ticketTypeId: type.id, stateId: type.states[1]?.id }],
      name: 'Parked',
      lose,
      by: ['Done'],
    }
  },
  async hook({ api }) {
    const make = (name: string) =>
      api.call(referenceData.createApiHook, {
        body: {
          name: `${name} hook ${run}`,
          url: 'https://hooks.example.test/in',
          method: 'POST',
          isActive: true,
        },
      })
    const [deleted, other] = [await make('Old'), await make('New')]
    return {
      actions: [{ kind: 'invokeHook', hookId: deleted.id }],
      name: deleted.name,
      lose: (page) => deleteWord(page, 'api-hooks', deleted.id),
      by: [other.name],
    }
  },
}

/** Submits with the first answer everywhere. Returns the outcome of the home's only rule. */
async function outcome({ api, equipmentId }: Ground, home: Home) {
  const { version, questions } = await api.call(procedures.getProcedure, {
    params: { id: home.id },
  })
  const log = await api.call(procedureLogs.submitProcedureLog, {
    body: {
      clientKey: randomUUID(),
      procedureId: home.id,
      procedureVersion: version,
      equipmentId,
      locationId: null,
      startedAt: new Date().toISOString(),
      answers: questions.map(({ id, answers }) => ({
        kind: 'singleChoice' as const,
        questionId: id,
        answerId: answers[0]?.id ?? 0,
      })),
    },
  })
  const runs = async () =>
    (await api.call(automations.listAutomationRuns, { body: { procedureLogId: log.id } })).rows
  await expect.poll(async () => (await runs()).length).toBe(1)
  return (await runs())[0]
}

/** In the sentence editor: replaces each deleted reference until none is missing. */
async function replaceAll(page: Page, by: readonly string[]): Promise<void> {
  for (const name of by) {
    const thing = page.getByRole('alert').getByRole('listitem').first()
    const box = thing.getByRole('combobox', { name: words('automations:review.replace') })
    if ((await box.getAttribute('readonly')) === null)
      await choose(page, words('automations:review.replace'), name)
    else {
      await box.click()
      await page.getByTitle(name, { exact: true }).first().click()
    }
  }
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(0)
}

test('each of the ten losses is shown, widens nothing, and is mended in the page', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const api = await signIn(baseURL ?? '', people.administrator)
  const one = { body: { limit: 1, sort: 'name' as const } }
  const [type] = (await api.call(referenceLists.listProcedureTypes, one)).rows
  const [ticketType] = (await api.call(tickets.getTicketTypes)).rows
  const [thing] = (await api.call(equipment.listEquipment, one)).rows
  const ground: Ground = {
    api,
    typeId: type?.id ?? 0,
    ticketTypeId: ticketType?.id ?? 0,
    equipmentId: thing?.id ?? 0,
  }
  await arriveAt(page, '/automation-center', 'administrator')
  expect(Object.keys(kinds)).toHaveLength(10)
  for (const [kind, make] of Object.entries(kinds)) {
    await test.step(kind, async () => {
      const home = await makeHome(ground, `Home of ${kind}`)
      const loss = await make(ground, home)
      const draft = {
        id: null,
        name: `Without ${kind} ${run}`,
        event: { kind: 'procedureDone' as const },
        filters: (loss.filters ?? []) as AutomationFilter[],
        actions: loss.actions as AutomationAction[],
        isActive: true,
        validFrom: null,
        validTo: null,
      }
      const saved = await api.call(procedures.updateProcedure, {
        params: { id: home.id },
        body: { version: home.version, triggeredEvents: [draft] },
      })
      const id = saved.triggeredEvents[0]?.id ?? 0

      await loss.lose(page)
      expect(await outcome(ground, home), 'it does nothing while it waits').toMatchObject({
        outcome: 'asleep',
        effects: [],
      })

      await page.goto(`/automation-center/${id}`)
      await expect(page.getByText(words('automations:review.title')).first()).toBeVisible()
      await expect(
        page.getByText(words('automations:review.gone', { name: loss.name })),
      ).toBeVisible()
      await page.getByRole('link', { name: words('automations:review.update') }).click()
      await expect(page.getByLabel(words('automations:editor.sentenceLabel'))).toContainText(
        loss.name,
      )
      await replaceAll(page, loss.by)
      await button(page, words('automations:editor.save')).click()
      await expect(page).toHaveURL(
        new RegExp(`/automation-center/${id}$|/ticket-center\\?id=${id}$`),
      )
      await expect(page.getByText(words('automations:review.title'))).toHaveCount(0)
      expect(
        await api.call(automations.getAutomation, {
          params: { id: saved.triggeredEvents[0]?.id ?? 0 },
        }),
      ).toMatchObject({ isActive: true, needsReview: false, missing: [] })
      expect((await outcome(ground, home))?.outcome).not.toBe('asleep')
    })
  }
})
