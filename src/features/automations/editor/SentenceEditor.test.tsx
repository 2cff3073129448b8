import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Automation } from '#contract/automation/automation.ts'
import { freshAction } from '#contract/automation/actions.ts'
import { freshFilter } from '#contract/automation/filters.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { AutomationPanel } from '../AutomationPanel.tsx'
import { draftKept } from '../automationsSlice.ts'
import { SentenceEditor } from './SentenceEditor.tsx'
import { newSentence, sentenceOf } from './sentenceDraft.ts'
import { draftKeyOf } from './useSentenceDraft.ts'

const company = {
  workingHours: [4, 3, 2, 1, 0].map((day) => ({ day, from: '08:00', to: '16:00' })),
}
const server = pretendServer()
const words = ['automations', 'entities', 'schedules', 'alerts', 'journal']
const automation = {
  id: 7,
  name: 'Low score',
  procedure: { id: 3, name: 'Round' },
  event: { kind: 'procedureDone' },
  filters: [{ ...freshFilter('score'), operator: 'lessThan', value: 60 }],
  actions: [freshAction('openTicket')],
  isActive: true,
  needsReview: false,
  missing: [],
  names: [],
  runs: 0,
  lastRunAt: null,
  validFrom: null,
  validTo: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
} as unknown as Automation
const changed = { ...sentenceOf(automation), name: 'Lower score', openedAt: automation.updatedAt }

beforeEach(() => {
  const none = () => HttpResponse.json({ count: 0, rows: [] })
  server.use(
    http.get('http://localhost/api/automations/7', () => HttpResponse.json(automation)),
    http.post('http://localhost/api/references/names', () => HttpResponse.json([])),
    http.get('http://localhost/api/company', () => HttpResponse.json(company)),
    http.get('*', none),
    http.post('*', none),
  )
})

const opened = (of = automation) =>
  draw(
    <SentenceEditor
      version="plain"
      title="New"
      initial={sentenceOf(of)}
      automation={of}
      draftKey={draftKeyOf(7)}
    />,
    {
      at: '/edit',
      namespaces: words,
      also: [
        { path: '/elsewhere', element: <p>Elsewhere</p> },
        { path: '/triggered-events', element: <p>The list</p> },
        { path: '/automation-center/:id', element: <p>It is shown</p> },
      ],
    },
  )

const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('the sentence editor asks before it is left with changes, says that they are kept, and keeps them', async () => {
  const { store, router } = await opened()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Lower score' } })
  act(() => {
    void router.navigate('/elsewhere')
  })
  await screen.findByText(/kept as a draft/)
  await answer('Stay')
  expect(router.state.location.pathname).toBe('/edit')
  act(() => {
    void router.navigate('/elsewhere')
  })
  await answer('Leave')
  await screen.findByText('Elsewhere')
  expect(store.getState()).toMatchObject({
    automations: { drafts: { [draftKeyOf(7)]: { name: 'Lower score' } } },
  })
})

it('the sentence editor undoes what was typed and chosen, redoes it, and then has nothing unsaved', async () => {
  const { store, router } = await opened()
  const [name, active] = [screen.getByLabelText('Name'), screen.getByRole('switch')]
  for (const value of ['L', 'Lo', 'Low']) fireEvent.change(name, { target: { value } })
  fireEvent.click(active)
  active.focus()
  fireEvent.keyDown(name, { key: 'z', ctrlKey: true })
  expect(active).not.toBeChecked()
  fireEvent.keyDown(active, { key: 'ז', code: 'KeyZ', ctrlKey: true })
  expect(active).toBeChecked()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(name).toHaveValue('Low score')
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
  expect(store.getState().automations.drafts).toEqual({})
  for (const keys of [{ key: 'Z', shiftKey: true }, { key: 'y' }])
    fireEvent.keyDown(document.body, { ...keys, ctrlKey: true })
  expect(name).toHaveValue('Low')
  expect(active).not.toBeChecked()
  for (let step = 0; step < 2; step += 1)
    fireEvent.keyDown(document.body, { key: 'z', metaKey: true })
  await act(() => router.navigate('/elsewhere'))
  await screen.findByText('Elsewhere')
})

it('the sentence editor asks nothing if nothing was changed', async () => {
  const { router } = await opened()
  await act(() => router.navigate('/elsewhere'))
  await screen.findByText('Elsewhere')
})

it('the sentence editor discards an earlier draft only after asking', async () => {
  const editor = (
    <SentenceEditor
      version="plain"
      title="New"
      initial={sentenceOf(automation)}
      automation={automation}
      draftKey={draftKeyOf(7)}
    />
  )
  const { store, router } = await draw(<p>Start</p>, {
    at: '/start',
    namespaces: words,
    also: [{ path: '/edit', element: editor }],
  })
  await act(async () => {
    store.dispatch(draftKept({ key: draftKeyOf(7), draft: changed }))
  })
  await act(() => router.navigate('/edit'))
  await userEvent.click(await screen.findByRole('button', { name: 'Start over' }))
  await answer('Cancel')
  expect(store.getState()).toMatchObject({
    automations: { drafts: { [draftKeyOf(7)]: { name: 'Lower score' } } },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  await answer('Discard')
  await waitFor(() => expect(store.getState()).toMatchObject({ automations: { drafts: {} } }))
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
})

it('the automation panel says that there is a draft, leads back to it, and discards it on request', async () => {
  const { store } = await draw(
    <AutomationPanel
      automationId={7}
      tab="facts"
      onTab={() => undefined}
      onClose={() => undefined}
    />,
    { namespaces: words },
  )
  await screen.findAllByText('Low score')
  expect(screen.queryByText(/a draft of this automation/)).toBeNull()
  await act(async () => {
    store.dispatch(draftKept({ key: draftKeyOf(7), draft: changed }))
  })
  expect(screen.getByText(/a draft of this automation/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Continue with the draft' })).toHaveAttribute(
    'href',
    expect.stringContaining('/edit/7'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Discard the draft' }))
  await answer('Cancel')
  expect(screen.getByText(/a draft of this automation/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Discard the draft' }))
  await answer('Discard')
  await waitFor(() => expect(screen.queryByText(/a draft of this automation/)).toBeNull())
})

const round = (triggeredEvents: unknown[]) =>
  server.use(
    http.get('http://localhost/api/procedures/3', () =>
      HttpResponse.json({ id: 3, name: 'Round', version: 5, questions: [], triggeredEvents }),
    ),
  )

const whole = {
  ...automation,
  actions: [{ ...freshAction('openTicket'), ticketTypeId: 5 }],
} as unknown as Automation

const openedWhole = async () => {
  const drawn = await opened(whole)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Lower score' } })
  return drawn
}

it('the sentence editor says that another user deleted the rule, keeps the draft, and saves it as a new one', async () => {
  round([])
  const sent: unknown[] = []
  server.use(
    http.put('http://localhost/api/procedures/3', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 3, triggeredEvents: [{ ...whole, id: 12 }] })
    }),
  )
  const { store, router } = await openedWhole()
  await answer('Save')
  await screen.findByText('Another user has deleted this automation')
  expect(store.getState()).toMatchObject({
    automations: { drafts: { [draftKeyOf(7)]: { name: 'Lower score' } } },
  })
  await answer('Save as new')
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/edit'))
  expect(`${router.state.location.pathname}${router.state.location.search}`).toContain('12')
  expect(sent).toMatchObject([
    { version: 5, triggeredEvents: [{ id: null, name: 'Lower score', filters: whole.filters }] },
  ])
  expect(store.getState().automations.drafts).toEqual({})
})

it('the sentence editor does not save while a day of its validity cannot be read', async () => {
  const saved = vi.fn(() => HttpResponse.json({ id: 3, triggeredEvents: [whole] }))
  round([whole])
  server.use(http.put('http://localhost/api/procedures/3', saved))
  await openedWhole()
  const from = screen.getByPlaceholderText('from now')
  await userEvent.type(from, '29/02/2027 08:00')
  await userEvent.tab()
  expect(await screen.findByRole('alert')).toHaveTextContent(/date cannot be read/i)
  await answer('Save')
  expect(saved).not.toHaveBeenCalled()
  await userEvent.clear(from)
  await answer('Save')
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
})

it('the sentence editor discards the draft of a deleted rule on request', async () => {
  round([])
  const { store, router } = await openedWhole()
  await answer('Save')
  await answer('Discard')
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/edit'))
  expect(store.getState().automations.drafts).toEqual({})
})

it('the sentence editor says that its procedure is gone, when nothing can be saved any more', async () => {
  await openedWhole()
  server.use(
    http.get('http://localhost/api/procedures/3', () =>
      HttpResponse.json({ message: 'There is none', errors: [] }, { status: 404 }),
    ),
  )
  await answer('Save')
  await screen.findByText('The procedure of this automation no longer exists')
  expect(screen.queryByRole('button', { name: 'Save as new' })).toBeNull()
})

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

it('the sentence editor shows of two versions only what is ours, and saves it on top of theirs', async () => {
  const theirs = { name: 'Bad score', isActive: false, validFrom: '2026-12-01T00:00:00.000Z' }
  round([{ ...whole, ...theirs, updatedAt: '2026-11-02T08:00:00.000Z' }])
  const sent = vi.fn()
  server.use(
    http.put('http://localhost/api/procedures/3', async ({ request }) => {
      sent(await request.json())
      return HttpResponse.json({ id: 3, triggeredEvents: [whole] })
    }),
  )
  await openedWhole()
  await answer('Save')
  const table = await screen.findByRole('table')
  expect(rowsOf(table)).toEqual(['Name'])
  expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent('NameLower scoreBad score')
  await answer('Save mine')
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    triggeredEvents: [{ ...theirs, name: 'Lower score', filters: whole.filters }],
  })
})

it('the sentence editor shows both sentences if both changed it', async () => {
  const filters = [{ ...freshFilter('score'), operator: 'lessThan', value: 40 }]
  round([{ ...whole, name: 'Bad score', filters, updatedAt: '2026-11-02T08:00:00.000Z' }])
  await opened(whole)
  const [removal] = screen.getAllByRole('button', { name: /^Remove: / })
  await userEvent.click(removal ?? document.body)
  await answer('Save')
  expect(rowsOf(await screen.findByRole('table'))).toEqual(['Sentence'])
})

it('the sentence editor ends with what another user saved if nothing of ours differs from it', async () => {
  round([{ ...whole, name: 'Lower score', updatedAt: '2026-11-02T08:00:00.000Z' }])
  const { store, router } = await openedWhole()
  await answer('Save')
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/edit'))
  expect(store.getState().automations.drafts).toEqual({})
})

it('the sentence editor asks for the question again when another procedure is chosen, and the back-test waits for it', async () => {
  const procedures = [
    { id: 3, name: 'Round' },
    { id: 4, name: 'Wipe-down' },
  ]
  server.use(
    http.post('http://localhost/api/procedures/get-tiny', () =>
      HttpResponse.json({ count: 2, rows: procedures }),
    ),
    http.get('http://localhost/api/procedures/:id', ({ params }) =>
      HttpResponse.json({
        ...procedures.find(({ id }) => id === Number(params['id'])),
        version: 1,
        questions: [],
        triggeredEvents: [],
      }),
    ),
    http.post('http://localhost/api/references/names', () =>
      HttpResponse.json([
        { kind: 'surveyQuestion', id: 31, name: 'Is it clean?' },
        { kind: 'ticketType', id: 5, name: 'Repair' },
      ]),
    ),
  )
  await draw(
    <SentenceEditor
      version="plain"
      title="New"
      initial={newSentence(
        3,
        [{ ...freshFilter('answer'), questionId: 31 }],
        [{ ...freshAction('openTicket'), ticketTypeId: 5 }],
      )}
      automation={null}
      draftKey="new/event/any/any/plain"
    />,
    { at: '/new', namespaces: words },
  )
  const question = await screen.findByRole('button', { name: /Is it clean/ })
  expect(question).toHaveAttribute('data-open-question', 'false')
  await userEvent.click(await screen.findByRole('button', { name: /^Procedure:.*Round/ }))
  await userEvent.click(await screen.findByText('Wipe-down'))
  expect(await screen.findByRole('button', { name: /^Question:/ })).toHaveAttribute(
    'data-open-question',
    'true',
  )
  expect(within(screen.getByTestId('backtest-ask')).getByRole('button')).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: /Is it clean/ })).toHaveAttribute(
    'data-open-question',
    'false',
  )
})

it.each([
  ['deleted', [], 'Another user has deleted this automation'],
  [
    'changed',
    [{ ...automation, updatedAt: '2026-11-02T08:00:00.000Z' }],
    'Another user has changed this in the meantime. Your changes were not saved.',
  ],
])(
  'the switch of the automation panel says that it was %s meanwhile',
  async (_what, triggeredEvents, words) => {
    server.use(
      http.get('http://localhost/api/procedures/3', () =>
        HttpResponse.json({ id: 3, version: 1, triggeredEvents }),
      ),
    )
    await draw(
      <AutomationPanel
        automationId={7}
        tab="facts"
        onTab={() => undefined}
        onClose={() => undefined}
      />,
      { namespaces: ['automations', 'entities', 'schedules', 'alerts', 'journal'] },
    )
    await userEvent.click(await screen.findByRole('switch'))
    await screen.findByText(words)
  },
)

it('the sentence editor leads a user who saves too early to the first empty blank', async () => {
  await draw(
    <SentenceEditor
      version="plain"
      title="New"
      initial={newSentence(null, [], [freshAction('openTicket')])}
      automation={null}
      draftKey={draftKeyOf(8)}
    />,
    { namespaces: words },
  )
  const save = screen.getByRole('button', { name: 'Save' })
  for (let times = 0; times < 2; times += 1) {
    save.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('alert')
    await waitFor(() =>
      expect(document.activeElement).toHaveAttribute('data-open-question', 'true'),
    )
  }
})
