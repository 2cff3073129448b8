/** Every kind of filter and action has a phrase in every language, with all its blanks. */
import { describe, expect, it } from 'vitest'
import { actionKinds, freshAction, type BlankAction } from '#contract/automation/actions.ts'
import { eventKinds, freshEvent } from '#contract/automation/events.ts'
import { filterKinds, freshFilter, type BlankFilter } from '#contract/automation/filters.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { languages } from '#lib/i18n/languages.ts'
import { namesOf } from './names.ts'
import type { BlankText } from './clause.ts'
import { eventClause } from './events.ts'
import { EventClause, Sentence, type Place } from './Sentence.tsx'
import { useClauses } from './useClauses.ts'
import { useActionWords } from './useWords.ts'

pretendServer()

const alert = freshAction('sendAlert')
const filters: BlankFilter[] = [
  ...filterKinds.map((kind) => freshFilter(kind)),
  { kind: 'time', days: [0, 6], from: '08:00', to: '16:00' },
  { kind: 'answer', questionId: 1, operator: 'isNoneOf', answerIds: [2], value: null, to: null },
  { kind: 'inventory', itemId: 3, operator: 'range', value: 1, to: 5 },
]
const actions: BlankAction[] = [
  ...actionKinds.map((kind) => freshAction(kind)),
  { kind: 'openTicket', ticketTypeId: 1, title: 'Look', assign: { by: 'rule', ruleId: 1 } },
  { kind: 'openTicket', ticketTypeId: 1, title: null, priority: 'urgent', assign: null },
  { kind: 'assignTicket', ticketTypeId: null, assign: null },
  { kind: 'updateMetadata', fieldId: 1, change: { do: 'remove' } },
  { kind: 'updateMetadata', fieldId: 1, change: { do: 'fromInterval', amount: 6, unit: 'months' } },
  ...([[], ['email'], ['sms'], ['email', 'sms']] as ('email' | 'sms')[][]).map((channels) => ({
    ...alert,
    channels,
  })),
  ...(['endOfDay', 'endOfWeek', 'endOfMonth', 'endOfYear'] as const).map((kind): BlankAction => ({
    kind: 'scheduleProcedure',
    procedureId: 1,
    times: 5,
    within: { by: 'deadline', deadline: { kind } },
  })),
]

const event = { kind: 'procedureDone' }
const watched = eventKinds.filter((kind) => kind !== 'procedureDone').map(freshEvent)

function WithEvents({ onFound }: { onFound: (blanks: string[]) => void }) {
  const names = namesOf({ names: [], missing: [] })
  const words = useActionWords(names)
  const clauses = watched.flatMap((one) => eventClause(one, words) ?? [])
  onFound(clauses.flatMap(({ key, blanks }) => Object.keys(blanks).map((name) => `${key}.${name}`)))
  return clauses.map((clause) => (
    <EventClause
      key={clause.key}
      clause={clause}
      blank={({ blank }, { words: text }) => (
        <span data-blank={`${clause.key}.${blank}`}>{text}</span>
      )}
    />
  ))
}

const drawn = (place: Place, words: BlankText) => (
  <span data-blank={`${place.part}.${place.index}.${place.blank}`}>{words.words}</span>
)

function Whole() {
  const clauses = useClauses({ event, filters, actions }, namesOf({ names: [], missing: [] }))
  return (
    <Sentence
      event={clauses.event}
      procedure={<b>P</b>}
      objects={<b>O</b>}
      conditions={clauses.conditions}
      actions={clauses.actions}
      blank={drawn}
    />
  )
}

function Expected({ onFound }: { onFound: (blanks: string[]) => void }) {
  const clauses = useClauses({ event, filters, actions }, namesOf({ names: [], missing: [] }))
  onFound([
    ...clauses.conditions.flatMap(({ index, clause }) =>
      Object.keys(clause.blanks).map((blank) => `filters.${index}.${blank}`),
    ),
    ...clauses.actions.flatMap((clause, index) =>
      Object.keys(clause.blanks).map((blank) => `actions.${index}.${blank}`),
    ),
  ])
  return null
}

describe.each(languages)('the sentence of an automation in %s', (language) => {
  it('has every blank of every kind, and no raw key', async () => {
    let expected: string[] = []
    const { container } = await draw(
      <>
        <Whole />
        <Expected
          onFound={(blanks) => {
            expected = blanks
          }}
        />
      </>,
      { language, namespaces: ['automations', 'entities', 'schedules'] },
    )
    const found = [...container.querySelectorAll<HTMLElement>('[data-blank]')]
    expect(new Set(found.map((blank) => blank.dataset['blank']))).toEqual(new Set(expected))
    expect(found).toHaveLength(expected.length)
    expect(found.filter((blank) => blank.textContent?.trim() === '')).toEqual([])
    expect(container.textContent).not.toMatch(/[a-z]+\.[a-zA-Z_]+|\{\{/)
  })

  it('has every blank of every event, and no raw key', async () => {
    let expected: string[] = []
    const { container } = await draw(
      <WithEvents
        onFound={(blanks) => {
          expected = blanks
        }}
      />,
      { language, namespaces: ['automations', 'tickets', 'schedules'] },
    )
    const found = [...container.querySelectorAll<HTMLElement>('[data-blank]')]
    expect(new Set(found.map((blank) => blank.dataset['blank']))).toEqual(new Set(expected))
    expect(expected.length).toBeGreaterThanOrEqual(watched.length)
    expect(found.filter((blank) => blank.textContent?.trim() === '')).toEqual([])
    expect(container.textContent).not.toMatch(/[a-z]+\.[a-zA-Z_]+|\{\{/)
  })
})
