import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { LogicDependencyPage } from './LogicDependencyPage.tsx'

const server = pretendServer()
const drawn = () =>
  draw(<LogicDependencyPage />, {
    at: '/logic-dependency/4',
    path: '/logic-dependency/:surveyQuestionId',
    namespaces: ['procedures', 'entities'],
  })

it('the page of a question’s logic says that the question is gone, instead of loading for ever', async () => {
  server.use(
    http.get('http://localhost/api/survey-questions/4', () =>
      HttpResponse.json({ id: 4, procedureId: 9, version: 1, visibility: null }),
    ),
    http.get('http://localhost/api/procedures/9', () =>
      HttpResponse.json({ id: 9, name: 'Round', questions: [], version: 1 }),
    ),
  )
  await drawn()
  await screen.findByText('Not found')
})

it('the page of a question’s logic says that its procedure cannot be read, and offers to try again', async () => {
  server.use(
    http.get('http://localhost/api/survey-questions/4', () =>
      HttpResponse.json({ id: 4, procedureId: 9, version: 1, visibility: null }),
    ),
    http.get('http://localhost/api/procedures/9', () =>
      HttpResponse.json({ message: 'no', errors: [] }, { status: 500 }),
    ),
  )
  await drawn()
  await screen.findByRole('button', { name: 'Try again' })
})
