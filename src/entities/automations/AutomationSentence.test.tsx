import { expect, it } from 'vitest'
import type { Automation } from '#contract/automation/automation.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { AutomationSentence } from './AutomationSentence.tsx'

const automation = {
  event: { kind: 'procedureDone' },
  procedure: { id: 2, name: 'Ward round' },
  filters: [{ kind: 'score', operator: 'lessThan', value: 60 }],
  actions: [{ kind: 'openTicket', ticketTypeId: 5, title: null, assign: null }],
  names: [{ kind: 'ticketType', id: 5, name: 'Repair' }],
  missing: [],
} as unknown as Automation

pretendServer()

const say = async (language: 'en' | 'ar' | 'he' | 'ru', rule = automation) => {
  const { container } = await draw(<AutomationSentence automation={rule} />, {
    language,
    namespaces: ['automations', 'entities', 'schedules'],
  })
  return container.querySelector('p')?.textContent
}

it('an automation’s sentence is one sentence in English', async () => {
  expect(await say('en')).toBe(
    'When Ward round is done at any equipment or location and the score is less than 60, then open a ticket of type Repair, assigned to nobody.',
  )
})

it('an automation’s sentence is one sentence in Arabic, in its own order', async () => {
  expect(await say('ar')).toBe(
    'عند تنفيذ Ward round على أي معدّة أو موقع وكانت النتيجة أقل من 60، يتم فتح تذكرة من نوع Repair، مسندة إلى لا أحد.',
  )
  expect(document.documentElement.dir).toBe('rtl')
})

it('an automation’s sentence does not mention a score that is not asked for', async () => {
  expect(await say('en', { ...automation, filters: [] })).toBe(
    'When Ward round is done at any equipment or location, then open a ticket of type Repair, assigned to nobody.',
  )
})

it('an automation’s sentence names every location it looks at and every ticket it opens', async () => {
  const rule = {
    ...automation,
    filters: [{ kind: 'objects', filter: { locationIds: [1, 2], tagIds: [3] } }],
    actions: [
      ...automation.actions,
      {
        kind: 'openTicket',
        ticketTypeId: 6,
        title: 'Look again',
        assign: { by: 'user', userId: 7 },
      },
    ],
    names: [
      ...automation.names,
      { kind: 'ticketType', id: 6, name: 'Safety' },
      { kind: 'user', id: 7, name: 'Noa Cohen' },
      { kind: 'location', id: 1, name: 'Ward 3' },
      { kind: 'location', id: 2, name: 'Ward 4' },
      { kind: 'tag', id: 3, name: 'Critical' },
    ],
  } as unknown as Automation
  expect(await say('en', rule)).toBe(
    'When Ward round is done at anything in Ward 3 or Ward 4 and tagged Critical, then open a ticket of type Repair, assigned to nobody, and open a ticket of type Safety titled Look again, assigned to Noa Cohen.',
  )
})

it('an automation’s sentence strikes out what was deleted, by its last name', async () => {
  const rule = {
    ...automation,
    names: [],
    missing: [{ kind: 'ticketType', id: 5, name: 'Repair' }],
  } as unknown as Automation
  const { container } = await draw(<AutomationSentence automation={rule} />, {
    namespaces: ['automations', 'entities', 'schedules'],
  })
  expect(container.querySelector('del')?.textContent).toBe('Repair')
})

it.each([
  [
    { target: 'equipment', equipmentTypes: [{ id: 1, name: 'Pump' }] },
    'any equipment of type Pump',
  ],
  [{ target: 'equipment', equipmentTypes: [] }, 'any equipment'],
  [{ target: 'location', equipmentTypes: [] }, 'any location'],
  [
    {
      target: 'either',
      equipmentTypes: [
        { id: 1, name: 'Pump' },
        { id: 2, name: 'Bed' },
      ],
    },
    'any equipment of type Pump or Bed or location',
  ],
])(
  'an automation’s sentence names only what its procedure is performed on: %j',
  async (performedOn, words) => {
    const procedure = { ...automation.procedure, ...performedOn }
    expect(await say('en', { ...automation, procedure } as unknown as Automation)).toContain(
      `When Ward round is done at ${words} and`,
    )
  },
)
