import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { fridgeCheck } from '#tests/fridgeCheck.ts'
import { PerformPage } from './PerformPage.tsx'

const server = pretendServer()
const questions: SurveyQuestion[] = [
  {
    ...blankQuestion,
    id: 1,
    kind: 'singleChoice',
    title: 'Is the seal intact?',
    answers: [
      { id: 10, title: 'Yes', score: 2 },
      { id: 11, title: 'No', score: 0 },
    ],
  },
  {
    ...blankQuestion,
    id: 2,
    kind: 'text',
    title: 'What is wrong?',
    visibility: { mode: 'all', rules: [{ questionId: 1, operator: 'isAnyOf', answerIds: [11] }] },
  },
  { ...blankQuestion, id: 3, kind: 'number', title: 'Temperature', required: false, unit: '°C' },
]
const procedure = {
  ...fridgeCheck,
  questions,
} as unknown as ProcedureDetail
const log = {
  id: 55,
  procedure: { id: 4, name: 'Fridge check' },
  equipment: { id: 5, name: 'Fridge 5' },
  location: null,
  doneAt: '2026-11-20T08:00:00Z',
  doneBy: { id: 7, name: 'Noa' },
  score: 0,
  points: 0,
  maximum: 2,
  ticketCount: 1,
  startedAt: '2026-11-20T07:55:00Z',
  procedureVersion: 3,
  questions,
  answers: [],
  users: [],
  files: [],
  breakdown: [{ questionId: 1, gained: 0, reachable: 2 }],
  meanwhile: [],
  tickets: [{ id: 9, title: 'Fridge check: Fridge 5' }],
}
interface Sent {
  clientKey: string
  procedureVersion: number
  answers: { questionId: number }[]
}
const sent: Sent[] = []
let served = procedure

beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  served = procedure
  server.use(
    http.get('http://localhost/api/procedures/4', () => HttpResponse.json(served)),
    http.get('http://localhost/api/equipment/5', () =>
      HttpResponse.json({
        id: 5,
        name: 'Fridge 5',
        equipmentId: 'F-5',
        type: { id: 2, name: 'Fridge' },
        location: null,
      }),
    ),
    http.get('http://localhost/api/procedure-logs/55', () => HttpResponse.json(log)),
  )
})

const answerWith = (answers: (() => Response)[]) =>
  server.use(
    http.post('http://localhost/api/procedure-logs', async ({ request }) => {
      sent.push((await request.json()) as Sent)
      return (answers.shift() ?? (() => HttpResponse.json(log)))()
    }),
  )
const show = () =>
  draw(<PerformPage />, {
    at: '/procedure/4/perform?equipmentId=5',
    path: '/procedure/:procedureId/perform',
    namespaces: ['procedures', 'survey'],
  })

it('the perform form keeps the answers through a reload', async () => {
  const first = await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'No' }))
  await userEvent.type(screen.getByRole('textbox', { name: /What is wrong/ }), 'Torn')
  expect(screen.getByText('2 of 3 answered')).toBeInTheDocument()
  first.unmount()
  await show()
  expect(await screen.findByRole('radio', { name: 'No' })).toBeChecked()
  expect(screen.getByRole('textbox', { name: /What is wrong/ })).toHaveValue('Torn')
  expect(screen.getByText('Your earlier answers have been restored.')).toBeInTheDocument()
})

it('the perform form asks only what is visible, and leaves hidden answers behind', async () => {
  answerWith([])
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'No' }))
  await userEvent.type(screen.getByRole('textbox', { name: /What is wrong/ }), 'Torn')
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  expect(screen.queryByRole('textbox', { name: /What is wrong/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Recorded')
  expect(sent[0]?.answers.map(({ questionId }) => questionId)).toEqual([1])
})

it('the perform form says what is missing, and sends nothing', async () => {
  answerWith([])
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  await screen.findByText('An answer is required.')
  expect(sent).toEqual([])
})

const bounded = {
  ...blankQuestion,
  id: 3,
  kind: 'number' as const,
  title: 'Temperature',
  minimum: 0,
  maximum: 10,
}

it.each([
  ['99999999999999', 'This is above the maximum.'],
  ['1'.repeat(40), 'This is above the maximum.'],
  ['-99999999999999', 'This is below the minimum.'],
  ['11', 'This is above the maximum.'],
  ['0.1234567890123456789012', '“0.1234567890123456789012” has too many digits.'],
  ['ten', 'This is not a number.'],
  ['1e400', 'This is not a number.'],
])(
  'the perform form says once what is wrong with %s if 0 to 10 are asked for',
  async (text, said) => {
    served = { ...procedure, questions: [bounded] }
    answerWith([])
    await show()
    const field = await screen.findByRole('textbox', { name: /Temperature/ })
    await userEvent.type(field, text)
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText('1 answer needs correcting.')
    const question = screen.getByRole('listitem')
    const alerts = within(question).getAllByRole('alert')
    expect(alerts.map(({ textContent }) => textContent)).toEqual([said])
    expect(sent).toEqual([])
    await userEvent.clear(field)
    await screen.findByText('An answer is required.')
  },
)

it('the perform form sends nothing while a number cannot be read, in an optional question too', async () => {
  answerWith([])
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
  const field = screen.getByRole('textbox', { name: /Temperature/ })
  await userEvent.type(field, 'ten')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(field).toHaveFocus()
  expect(sent).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, '10')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Recorded')
  expect(sent[0]?.answers.map(({ questionId }) => questionId)).toEqual([1, 3])
})

it('the perform form tries again with the same key after the network failed', async () => {
  answerWith([() => HttpResponse.error()])
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Recorded')
  expect(screen.getByRole('link', { name: 'Fridge check: Fridge 5' })).toHaveAttribute(
    'href',
    '/tickets/9',
  )
  expect(sent).toHaveLength(2)
  expect(sent[1]?.clientKey).toBe(sent[0]?.clientKey)
  expect(Object.keys(localStorage).filter((key) => !key.startsWith('persist:'))).toEqual([])
})

it('the perform form keeps what fits when the procedure was changed meanwhile (409), and marks what changed', async () => {
  const changed = { ...questions[2], title: 'Temperature inside' } as SurveyQuestion
  answerWith([
    () => {
      served = { ...procedure, version: 8, questions: [...questions.slice(0, 2), changed] }
      return HttpResponse.json(
        { message: 'The procedure was changed.', errors: [] },
        { status: 409 },
      )
    },
  ])
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Temperature inside')
  expect(
    screen.getByText('This question has changed. Please check your answer.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Recorded')
  expect(sent[1]).toMatchObject({ procedureVersion: 8, clientKey: sent[0]?.clientKey })
})

it('the perform form calls a new question new, and keeps the answer of a removed one in sight under its name', async () => {
  const added = { ...blankQuestion, id: 9, kind: 'text', title: 'Who was told?', required: false }
  answerWith([
    () => {
      served = {
        ...procedure,
        version: 8,
        questions: [questions[2], added] as SurveyQuestion[],
      }
      return HttpResponse.json(
        { message: 'The procedure was changed.', errors: [] },
        { status: 409 },
      )
    },
  ])
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Who was told?')
  expect(screen.getByText('This question is new.')).toBeInTheDocument()
  expect(screen.queryByText(/This question has changed/)).toBeNull()
  const aside = screen
    .getByRole('heading', { name: 'Answers that no longer fit' })
    .closest('section')
  const inside = within(aside ?? document.body)
  expect(inside.getByText('Is the seal intact?')).toBeInTheDocument()
  expect(inside.getByText('Yes')).toBeInTheDocument()
})

it('the perform form keeps answers that were recorded otherwise before, says so, and records them beside the first', async () => {
  answerWith([
    () =>
      HttpResponse.json(
        {
          message: 'Recorded already',
          errors: [{ path: 'body.clientKey', code: 'recordedDifferently', message: '54' }],
        },
        { status: 409 },
      ),
  ])
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText(/already recorded with different answers/)
  expect(screen.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Recorded')
  expect(sent[1]?.clientKey).not.toBe(sent[0]?.clientKey)
})

it('the perform form waits if an answer does not say what was recorded', async () => {
  answerWith([() => HttpResponse.json({})])
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByText(/^It could not be sent/)
  expect(screen.getByRole('radio', { name: 'Yes' })).toBeChecked()
})

it('the perform form takes no more input while it is being sent', async () => {
  let answer = (_response: Response) => {}
  server.use(
    http.post(
      'http://localhost/api/procedure-logs',
      () => new Promise<Response>((resolve) => (answer = resolve)),
    ),
  )
  await show()
  const fields = (await screen.findByRole('radio', { name: 'Yes' })).closest('form > div')
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  expect(fields).not.toHaveAttribute('inert')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Sending…')
  expect(fields).toHaveAttribute('inert')
  answer(HttpResponse.json(log))
  await screen.findByText('Recorded')
})

it('the perform form is empty once its answers are discarded, unreadable ones too', async () => {
  await show()
  const number = () => screen.getByRole('textbox', { name: /Temperature/ })
  for (const text of ['4,5', '4-5']) {
    await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
    await userEvent.type(number(), text)
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(number()).toHaveValue(''))
  }
})

describe('another tab with the same perform form', () => {
  /** Simulates the storage event for a write in another tab. */
  const elsewhere = (key: string, newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
  const kept = () => {
    const name = Object.keys(localStorage).find((key) => key.includes('.performances.')) ?? ''
    return { name, text: localStorage.getItem(name) ?? '' }
  }

  it('shows here what is answered there, and begins anew when it was sent there', async () => {
    answerWith([])
    await show()
    await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
    const { name, text } = kept()
    const number = screen.getByRole('textbox', { name: /Temperature/ })
    const other = `"answerId":11},{"kind":"number","questionId":3,"value":4.5}`
    elsewhere(name, text.replace('"answerId":10}', other))
    await waitFor(() => expect(number).toHaveValue('4.5'))
    await waitFor(() => expect(screen.getByRole('radio', { name: 'No' })).toBeChecked())
    expect(kept().text, 'what is kept there is not kept again').toBe(text)
    localStorage.removeItem(name)
    elsewhere(name, null)
    await screen.findByText(/sent or discarded in another tab/)
    expect(screen.getByRole('radio', { name: 'No' })).not.toBeChecked()
    expect(screen.getByRole('textbox', { name: /Temperature/ })).toHaveValue('')
    await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText('Recorded')
    expect(text).not.toContain(sent[0]?.clientKey)
  })

  it('ignores a draft of another place', async () => {
    await show()
    await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }))
    elsewhere(kept().name.replace(':5', ':6'), null)
    expect(screen.getByRole('radio', { name: 'Yes' })).toBeChecked()
  })
})

it('the perform form says which text breaks its validation type, and sends nothing before it fits', async () => {
  answerWith([])
  const validation = {
    name: 'Serial number',
    minimum: null,
    maximum: null,
    pattern: '[A-Z]{2}-\\d{4}',
    hint: 'Two letters, a hyphen, four digits.',
  }
  served = {
    ...procedure,
    questions: [{ ...blankQuestion, id: 9, kind: 'text', title: 'Serial number?', validation }],
  }
  await show()
  const field = await screen.findByRole('textbox', { name: /Serial number/ })
  expect(field).toHaveAccessibleDescription('Two letters, a hyphen, four digits.')
  await userEvent.type(field, 'AB-12')
  // The pattern engine loads as a separate file; until then only the server validates.
  await act(() => vi.dynamicImportSettled())
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('This does not match “Serial number”.')
  expect(sent).toEqual([])
  await userEvent.type(field, '34')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Recorded')
  expect(sent[0]?.answers).toEqual([{ kind: 'text', questionId: 9, text: 'AB-1234' }])
})
