import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { actionKinds, freshAction } from '#contract/automation/actions.ts'
import { eventKinds, freshEvent } from '#contract/automation/events.ts'
import { filterKinds, freshFilter } from '#contract/automation/filters.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { namesOf } from '#entities/automations/names.ts'
import { SentenceControls } from './SentenceControls.tsx'
import { newSentence, type SentenceDraft } from './sentenceDraft.ts'

const company = {
  workingHours: [4, 3, 2, 1, 0].map((day) => ({ day, from: '08:00', to: '16:00' })),
}
const server = pretendServer()
const words = ['automations', 'entities', 'schedules', 'alerts']

function Written({ initial }: { initial: SentenceDraft }) {
  const [draft, setDraft] = useState(initial)
  return (
    <>
      <SentenceControls
        draft={draft}
        automation={null}
        names={namesOf({ names: [], missing: [] })}
        questions={[]}
        onChange={setDraft}
      />
      <output>{JSON.stringify(draft)}</output>
    </>
  )
}

const emptyLists = () => {
  const none = () => HttpResponse.json({ count: 0, rows: [] })
  server.use(
    http.get('http://localhost/api/company', () => HttpResponse.json(company)),
    http.get('*', none),
    http.post('*', none),
  )
}

it('a blank keeps its picker open while the user chooses, and shows at once what was chosen', async () => {
  emptyLists()
  const user = userEvent.setup()
  await draw(
    <Written initial={newSentence(null, [freshFilter('time')], [freshAction('openTicket')])} />,
    { namespaces: words },
  )
  await user.click(screen.getByRole('button', { name: /^Days:/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'Saturday' }))
  await user.click(screen.getByRole('checkbox', { name: 'Monday' }))
  expect(screen.getByRole('button', { name: /^Days:/ }).textContent).toBe('Tuesday to Saturday')
  await user.click(screen.getByRole('button', { name: 'Working days: Sunday to Thursday' }))
  expect(screen.getByRole('button', { name: /^Days:/ }).textContent).toBe('Sunday to Thursday')
})

it('a blank keeps a time that cannot be read in sight, with the reason', async () => {
  emptyLists()
  const user = userEvent.setup()
  await draw(
    <Written initial={newSentence(null, [freshFilter('time')], [freshAction('openTicket')])} />,
    { namespaces: words },
  )
  await user.click(screen.getByRole('button', { name: /at any time/ }))
  const from = await screen.findByRole('textbox', { name: 'From' })
  await user.type(from, '25:99')
  await user.tab()
  expect(from).toHaveValue('25:99')
  expect(screen.getByRole('alert')).toHaveTextContent('The time cannot be read')
  await user.clear(from)
  await user.type(from, '830')
  await user.tab()
  expect(from).toHaveValue('08:30')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the sentence editor removes a condition, but never the last action', async () => {
  const user = userEvent.setup()
  await draw(
    <Written initial={newSentence(null, [freshFilter('score')], [freshAction('openTicket')])} />,
    { namespaces: words },
  )
  expect(screen.queryByRole('button', { name: 'Remove: Open a ticket' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove: Score' }))
  expect(screen.queryByRole('button', { name: /^Score:/ })).toBeNull()
})

describe('the blanks of every kind', () => {
  it.each([
    ...filterKinds
      .filter((kind) => kind !== 'objects')
      .map((kind) => ({
        kind,
        draft: newSentence(null, [freshFilter(kind)], [freshAction('openTicket')]),
      })),
    ...actionKinds.map((kind) => ({ kind, draft: newSentence(null, [], [freshAction(kind)]) })),
    ...eventKinds
      .filter((kind) => kind !== 'procedureDone')
      .map((kind) => ({
        kind,
        draft: newSentence(null, [], [freshAction('closeTickets')], freshEvent(kind)),
      })),
  ])('open something to choose with: $kind', async ({ draft }) => {
    emptyLists()
    const user = userEvent.setup()
    await draw(<Written initial={draft} />, { namespaces: words })
    // A procedure that is done is named first, and where it was.
    const shared = draft.event.kind === 'procedureDone' ? 2 : 0
    const blanks = screen.getAllByTestId('blank').slice(shared)
    expect(blanks.length).toBeGreaterThan(0)
    for (const blank of blanks) {
      await user.click(blank)
      const picker = screen.queryAllByTestId('blank-picker')[0]
      expect(picker?.childElementCount, blank.textContent ?? '').toBeGreaterThan(0)
      await user.keyboard('{Escape}')
    }
  })
})

describe('a number inside the sentence', () => {
  const scheduled = {
    ...freshAction('scheduleProcedure'),
    times: 8,
    within: { by: 'days', days: 8 } as const,
  }
  const sentences: { what: string; action: SentenceDraft['actions'][number] }[] = [
    { what: 'how often, and within days', action: scheduled },
    {
      what: 'within hours',
      action: { ...scheduled, within: { by: 'deadline', deadline: { kind: 'hours', hours: 8 } } },
    },
    {
      what: 'until a deadline of its own',
      action: {
        ...scheduled,
        within: { by: 'deadline', deadline: { kind: 'custom', amount: 8, unit: 'days' } },
      },
    },
    {
      what: 'available for hours',
      action: { ...freshAction('setAvailability'), availability: { kind: 'hours', hours: 8 } },
    },
  ]
  it.each(sentences)('is replaced by what is typed, and never left empty: $what', async (one) => {
    emptyLists()
    const user = userEvent.setup()
    await draw(<Written initial={newSentence(null, [], [one.action])} />, { namespaces: words })
    let found = 0
    for (const blank of screen.getAllByTestId('blank').slice(2)) {
      await user.click(blank)
      for (const field of within(screen.getAllByTestId('blank-picker')[0] ?? blank).queryAllByRole(
        'spinbutton',
      )) {
        found += 1
        await user.clear(field)
        expect(field).toHaveValue('')
        await user.type(field, '24')
        expect(field).toHaveValue('24')
        await user.clear(field)
        await user.tab()
        expect(field).toHaveValue('8')
        expect(screen.getByRole('alert')).toHaveTextContent('It was set back to 8.')
      }
      await user.keyboard('{Escape}')
    }
    expect(found).toBeGreaterThan(0)
  })
})
