import { expect, it } from 'vitest'
import type { Automation, RunEffect } from '#contract/automation/automation.ts'
import { kindOfAction, type ActionKind } from '#contract/automation/actions.ts'
import { kindOfFilter, type FilterKind } from '#contract/automation/filters.ts'
import { referencesOf } from '#contract/automation/references.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { languages } from '#lib/i18n/languages.ts'
import { AutomationSentence, ClauseSentence } from './AutomationSentence.tsx'
import { EffectList } from './EffectList.tsx'
import { VerdictList } from './VerdictList.tsx'

const action = { kind: 'launchRocket' as ActionKind }
const filter = { kind: 'moonPhase' as FilterKind }
const namespaces = ['automations', 'entities', 'schedules'] as const

pretendServer()

const effect: RunEffect = {
  kind: action.kind,
  outcome: 'done',
  code: null,
  message: null,
  ticketIds: [],
  alertId: null,
  deliveryId: null,
  rruleId: null,
  details: {},
}

it('an unknown kind is named in the sentence, in the journal, in a run and in what it looked at', async () => {
  const automation = {
    event: { kind: 'procedureDone' },
    procedure: { id: 2, name: 'Ward round' },
    filters: [filter],
    actions: [action],
    names: [],
    missing: [],
  } as unknown as Automation
  const { container } = await draw(
    <>
      <div data-testid="sentence">
        <AutomationSentence automation={automation} />
      </div>
      <div data-testid="journal">
        <ClauseSentence of={{ clause: action, names: [] }} />
      </div>
      <div data-testid="effects">
        <EffectList effects={[effect]} />
      </div>
      <div data-testid="verdicts">
        <VerdictList verdicts={[{ ...filter, expected: {}, saw: {}, passed: true }]} names={[]} />
      </div>
    </>,
    { namespaces: [...namespaces] },
  )
  expect(container.querySelector('[data-testid=sentence]')?.textContent).toBe(
    'When Ward round is done at any equipment or location and a condition unknown to this page holds (reload it), then run an action unknown to this page (reload it).',
  )
  expect(container.querySelector('[data-testid=journal]')?.textContent).toBe(
    'This part is unknown to this page. Reload it',
  )
  expect(container.querySelector('[data-testid=effects]')?.textContent).toContain(
    'An action unknown to this page. Reload it',
  )
  expect(container.querySelector('[data-testid=verdicts]')?.textContent).toContain(
    'A condition unknown to this page. Reload it',
  )
  expect(container.textContent).not.toMatch(/open a ticket/i)
})

it.each(languages)('an unknown kind has words of its own in %s', async (language) => {
  const { container } = await draw(
    <>
      <div data-testid="unknown">
        <EffectList effects={[effect]} />
      </div>
      <div data-testid="opened">
        <EffectList effects={[{ ...effect, kind: 'openTicket' }]} />
      </div>
    </>,
    { language, namespaces: [...namespaces] },
  )
  const [unknown, opened] = [...container.querySelectorAll('[data-testid]')].map(
    (list) => list.textContent,
  )
  expect(unknown).not.toMatch(/^\s*$|actionName|launchRocket/)
  expect(unknown).not.toBe(opened)
})

it('an unknown kind cannot be saved by such a page, and names nothing', () => {
  expect(kindOfAction(action).faults(action)).toEqual(['unknownKind'])
  expect(kindOfFilter(filter).faults(filter)).toEqual(['unknownKind'])
  expect(referencesOf({ filters: [filter], actions: [action] })).toEqual([])
})

it('every detail kept for people is shown, and one of a later release is passed over', async () => {
  const kinds: [Partial<RunEffect>, string][] = [
    [{ kind: 'changeStatus', details: { from: 'In use', to: 'In repair' } }, 'In use → In repair'],
    [{ kind: 'sendAlert', details: { names: 'Ada, Ben', count: 2 } }, 'Ada, Ben'],
    [
      { kind: 'closeTickets', details: { count: 3, heldBack: 2 } },
      '3 · 2 not moved: state not allowed',
    ],
    [
      {
        kind: 'setAvailability',
        details: { person: 'Ada', userId: 4, availability: 'hours', hours: 3 },
      },
      'Ada · available for 3 hours',
    ],
    [{ kind: 'openTicket', details: { assignee: 'Ben', assigneeId: 5, mood: 'good' } }, 'Ben'],
  ]
  const { container } = await draw(
    <EffectList effects={kinds.map(([change]) => ({ ...effect, ...change }))} />,
    { namespaces: [...namespaces] },
  )
  expect([...container.querySelectorAll('li bdi')].map(({ textContent }) => textContent)).toEqual(
    kinds.map(([, words]) => words),
  )
})
