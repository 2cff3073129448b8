import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { freshAction } from '#contract/automation/actions.ts'
import { freshFilter } from '#contract/automation/filters.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { useKeepFocus } from '#ui/dialog/useKeepFocus.ts'
import { SentenceEditor } from './SentenceEditor.tsx'
import { newSentence } from './sentenceDraft.ts'
import { draftKeyOf } from './useSentenceDraft.ts'

const company = {
  workingHours: [4, 3, 2, 1, 0].map((day) => ({ day, from: '08:00', to: '16:00' })),
}
const server = pretendServer()

function Shown() {
  const main = useRef<HTMLElement>(null)
  useKeepFocus(() => main.current, 'nearest')
  return (
    <main ref={main}>
      <SentenceEditor
        version="plain"
        title="New"
        initial={newSentence(
          3,
          [freshFilter('score'), freshFilter('time'), freshFilter('answer')],
          [freshAction('openTicket')],
        )}
        automation={null}
        draftKey={draftKeyOf(8)}
      />
    </main>
  )
}

it('removing a condition by the keyboard moves the focus to the next, and from the last to the add button', async () => {
  server.use(
    http.get('http://localhost/api/company', () => HttpResponse.json(company)),
    http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
  await draw(<Shown />, { namespaces: ['automations', 'entities', 'schedules', 'alerts'] })
  const removes = () => screen.queryAllByRole('button', { name: /^Remove/ })
  await waitFor(() => expect(removes()).toHaveLength(3))
  for (const left of [2, 1]) {
    removes()[0]?.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(removes()).toHaveLength(left))
    await waitFor(() => expect(removes()[0]).toHaveFocus())
  }
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: /And only if/ })).toHaveFocus())
})
