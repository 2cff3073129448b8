import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { changeLanguage } from '#lib/i18n/i18n.ts'
import { questionElementId } from '../QuestionBlock.tsx'
import { SurveyForm } from '../SurveyForm.tsx'

pretendServer()
const question: SurveyQuestion = { ...blankQuestion, id: 3, kind: 'date', title: 'Sealed on' }
let given: Map<number, GivenAnswer>

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00Z'), toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await act(() => changeLanguage('en'))
})

function Answered({ date }: { date: string }) {
  const [answers, setAnswers] = useState<Map<number, GivenAnswer>>(
    () => new Map([[3, { kind: 'date', questionId: 3, date } as unknown as GivenAnswer]]),
  )
  const handleAnswer = (id: number, answer: GivenAnswer | null) => {
    given = answer === null ? new Map() : new Map([[id, answer]])
    setAnswers(given)
  }
  return <SurveyForm questions={[question]} answers={answers} onAnswer={handleAnswer} />
}
const show = async (date = '2026-12-24') => {
  await draw(<Answered date={date} />, { namespaces: ['survey'] })
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Sealed on' })
}
const write = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const isAnswered = () => document.getElementById(questionElementId(3))?.dataset['answered']
const unread = /this date cannot be read/i

it('the date answer is missing while its text cannot be read, from the first character on, and back when it can', async () => {
  const field = await show()
  expect(isAnswered()).toBe('true')
  await write(field, 'kk')
  expect(given.get(3)).toBeUndefined()
  expect(isAnswered()).toBe('false')
  await userEvent.tab()
  expect(await screen.findByRole('alert')).toHaveTextContent(unread)
  expect(field).toHaveDisplayValue('kk')
  await write(field, '24/12/2026')
  await userEvent.tab()
  await waitFor(() => expect(given.get(3)).toMatchObject({ date: '2026-12-24' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await write(field, 'kk')
  await write(field, '25/12/2026')
  await userEvent.tab()
  await waitFor(() => expect(given.get(3)).toMatchObject({ date: '2026-12-25' }))
})

it('the date answer is missing once all text was removed, before the field is left', async () => {
  const field = await show()
  await userEvent.clear(field)
  expect(given.get(3)).toBeUndefined()
  await userEvent.tab()
  expect(given.get(3)).toBeUndefined()
  expect(field).toHaveDisplayValue('')
})

it('the date answer gives way to today, also if today was chosen before', async () => {
  await show('2026-11-20')
  await write(screen.getByRole('textbox'), 'kk')
  await userEvent.click(screen.getByRole('button', { name: 'Today' }))
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveDisplayValue('20/11/2026'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(given.get(3)).toMatchObject({ date: '2026-11-20' })
})

it('the date answer has neither reason nor fault beside a day that another language rewrites', async () => {
  const field = await show()
  await write(field, 'kk')
  await userEvent.tab()
  await screen.findByRole('alert')
  await act(() => changeLanguage('ar'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  const shown = await screen.findByRole<HTMLInputElement>('textbox')
  expect(shown.value).toMatch(/24.*12.*2026/)
  expect(shown.validationMessage).toBe('')
  expect(given.get(3)).toMatchObject({ date: '2026-12-24' })
})
