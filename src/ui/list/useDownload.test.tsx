import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import type { ApiFailure } from '#api/http.ts'
import { useDownload } from './useDownload.ts'

pretendServer()

function Door({ failure }: { failure: unknown }) {
  const { save } = useDownload()
  return (
    <button
      type="button"
      onClick={() => void save('note.txt', () => Promise.reject(failure as Error))}
    >
      Save
    </button>
  )
}

const lost: ApiFailure = {
  status: 410,
  message: 'Lost',
  errors: [{ path: '', code: 'fileGone', message: 'file' }],
}
const down: ApiFailure = { status: null, message: 'Network Error', errors: [] }

it.each([
  [
    'a file that is lost on the server',
    lost,
    'This file is missing on the server. If someone has a copy, attach it again.',
  ],
  ['a server that does not answer', down, 'Network error.'],
  ['anything else', new Error('odd'), 'The file could not be downloaded.'],
])('a download reports %s, instead of saying nothing', async (_what, failure, words) => {
  await draw(<Door failure={failure} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(words)).toBeVisible()
})
