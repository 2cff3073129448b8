import '@testing-library/jest-dom/vitest'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { fridgeCheck } from '#tests/fridgeCheck.ts'
import { api } from '#api/api.ts'
import { interruptForms, setFormOwner } from '#lib/interruptedForms.ts'
import { ProcedureEditorPage } from './ProcedureEditorPage.tsx'

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
]
const serial = {
  id: 7,
  name: 'Serial number',
  dataType: 'text',
  minimum: null,
  maximum: null,
  pattern: '[A-Z]{2}-\\d{4}',
  hint: 'Two letters, four digits',
  usedBy: 0,
  namedBy: 0,
  version: 1,
}
const procedure = {
  ...fridgeCheck,
  questions,
} as unknown as ProcedureDetail
interface Saved {
  version: number
  name: string
  questions: SurveyQuestion[]
}
const saved: Saved[] = []
let stored = procedure
let readings = 0

beforeEach(() => {
  saved.length = 0
  stored = procedure
  server.use(
    http.get('http://localhost/api/procedures/4', () => {
      readings += 1
      return HttpResponse.json(stored)
    }),
    http.get('http://localhost/api/procedures/user-permitted-types', () =>
      HttpResponse.json({ count: 1, rows: [{ id: 1, name: 'Round' }] }),
    ),
    http.post('http://localhost/api/procedure-types/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ id: 1, name: 'Round', usedBy: 1, version: 1, isTracer: false }],
      }),
    ),
    http.get('http://localhost/api/validation-types', () =>
      HttpResponse.json({
        count: 2,
        rows: [serial, { ...serial, id: 8, name: 'Cold chain', dataType: 'number' }],
      }),
    ),
    http.put('http://localhost/api/procedures/4', async ({ request }) => {
      const body = (await request.json()) as Saved
      saved.push(body)
      if (body.version !== stored.version)
        return HttpResponse.json(
          {
            message: 'Changed meanwhile',
            errors: [{ path: 'version', code: 'stale', message: '' }],
          },
          { status: 409 },
        )
      return HttpResponse.json({ ...stored, ...body, version: stored.version + 1 })
    }),
  )
})

const show = () =>
  draw(<ProcedureEditorPage />, {
    at: '/procedure/4/edit',
    path: '/procedure/:procedureId/edit',
    namespaces: ['procedures', 'survey', 'entities'],
  })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

async function savedElsewhere(
  store: Awaited<ReturnType<typeof show>>['store'],
  change: Partial<ProcedureDetail>,
): Promise<void> {
  stored = { ...procedure, ...change, version: procedure.version + 1 }
  const before = readings
  act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Procedure', id: 4 }])))
  await waitFor(() => expect(readings).toBeGreaterThan(before))
  await act(() => Promise.resolve())
}

it('the procedure editor shows what another user saved while nothing is changed here', async () => {
  const { store } = await show()
  await screen.findByDisplayValue('Fridge check')
  await savedElsewhere(store, { name: 'Fridge check, revised' })
  await screen.findByDisplayValue('Fridge check, revised')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

it('the procedure editor sends new questions and choices under negative ids', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Multiple choice' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Question' }), 'What is in place?')
  await save()
  const added = saved[0]?.questions[2]
  expect(added).toMatchObject({ kind: 'multipleChoice', title: 'What is in place?' })
  expect(
    [added?.id, ...(added?.answers.map(({ id }) => id) ?? [])].every((id) => (id ?? 0) < 0),
  ).toBe(true)
  expect(saved[0]?.questions.slice(0, 2)).toEqual(questions)
})

it('the procedure editor says what breaks before a question goes that others depend on', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Is the seal intact?' }))
  await screen.findByText(/“What is wrong\?”.*depend on it/)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await save()
  expect(saved[0]?.questions).toMatchObject([{ id: 2, visibility: null }])
})

it('the procedure editor shows both versions if another user saved first, and keeps mine on top on request', async () => {
  await show()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  stored = { ...procedure, name: 'Fridge check, revised', version: procedure.version + 1 }
  await userEvent.type(name, ' daily')
  await save()
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Fridge check daily')).toBeInTheDocument()
  expect(within(dialog).getByText('Fridge check, revised')).toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save mine' }))
  expect(saved.at(-1)).toMatchObject({ name: 'Fridge check daily', version: procedure.version + 1 })
})

it('the procedure editor leaves what the other user changed as it is, and shows only our changes', async () => {
  const { store } = await show()
  const about = await screen.findByRole('textbox', { name: 'Purpose' })
  await userEvent.type(about, 'Vaccines')
  await savedElsewhere(store, { name: 'Fridge check, revised' })
  await save()
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByText('Fridge check')).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save mine' }))
  expect(saved.at(-1)).toMatchObject({ name: 'Fridge check, revised', description: 'Vaccines' })
})

it('the procedure editor takes nothing of a second user for ours when a third one saves meanwhile', async () => {
  await show()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' daily')
  stored = { ...procedure, description: 'second', version: procedure.version + 1 }
  await save()
  await screen.findByRole('dialog')
  stored = { ...procedure, description: 'third', version: procedure.version + 2 }
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByText('second')).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(saved).toHaveLength(3))
  expect(saved.at(-1)).toMatchObject({ name: 'Fridge check daily', description: 'third' })
})

it('the procedure editor saves a changed question that somebody deleted as a new one, and says of each what it asks', async () => {
  await show()
  const named = { name: /^Is the seal/, expanded: false }
  await userEvent.click(await screen.findByRole('button', named))
  stored = { ...procedure, questions: questions.slice(1), version: procedure.version + 1 }
  await userEvent.type(screen.getByRole('textbox', { name: 'Question' }), ' Truly?')
  await save()
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Question 1')).toBeInTheDocument()
  expect(within(dialog).getAllByText(/intact\? Truly\?/)).not.toHaveLength(0)
  expect(within(dialog).getAllByText('Yes')).not.toHaveLength(0)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save mine' }))
  expect(saved.at(-1)?.questions.map(({ id }) => id < 0)).toEqual([true, false])
})

it('a text question may name one of the company’s validation types, and only those for texts', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Text' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Question' }), 'Which serial number?')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Validation type' }))
  expect(screen.queryByTitle('Cold chain')).not.toBeInTheDocument()
  await userEvent.click(await screen.findByText('Serial number'))
  await screen.findByText('Two letters, four digits')
  await save()
  expect(
    saved[0]?.questions.map(({ validationTypeId, validation }) => [validationTypeId, validation]),
  ).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [7, undefined],
  ])
})

it('the procedure editor continues with the draft when the session ended, on the version that it began with', async () => {
  setFormOwner('1/2')
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Multiple choice' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Question' }), 'Half a question')
  interruptForms()
  cleanup()
  await show()
  expect(await screen.findByText(/not saved yet/)).toBeVisible()
  await save()
  await waitFor(() => expect(saved[0]?.questions[2]?.title).toBe('Half a question'))
  expect(saved[0]?.version).toBe(3)
  setFormOwner(null)
})
