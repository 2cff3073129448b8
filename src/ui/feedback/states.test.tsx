import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ErrorState } from './states.tsx'

pretendServer()

it('the error state of a list without a network says what to do, and nothing of typed text', async () => {
  await draw(
    <ErrorState
      failure={{ status: null, message: 'Network Error', errors: [] }}
      onRetry={() => undefined}
    />,
  )
  expect(screen.getByRole('alert')).toHaveTextContent(/cannot be reached\. Try again when/)
  expect(screen.getByRole('alert')).not.toHaveTextContent(/typed/)
})
