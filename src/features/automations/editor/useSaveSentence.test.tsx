import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { useSaveSentence } from './useSaveSentence.ts'

const server = pretendServer()

function Saving() {
  const { save } = useSaveSentence()
  const change = { procedureId: 3, id: null, openedAt: null, next: null }
  return (
    <button type="button" onClick={() => void save(change)}>
      Save
    </button>
  )
}

it('saving a sentence reports that nothing was saved if the procedure around it does not load', async () => {
  server.use(http.get('http://localhost/api/procedures/3', () => HttpResponse.error()))
  await draw(<Saving />, { namespaces: ['notices'] })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const told = await screen.findByText(/^The change was not saved\. Save it again when/)
  expect(told).toBeVisible()
})
