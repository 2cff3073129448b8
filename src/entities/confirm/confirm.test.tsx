import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { secondSteps } from '#contract/auth/secondStep.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { injectContract } from '#api/api.ts'
import { handOverSession } from '#api/http.ts'
import { askToConfirm } from './askToConfirm.ts'
import { ConfirmHost } from './ConfirmHost.tsx'

const server = pretendServer()
const { useMakeRecoveryCodesMutation } = injectContract(secondSteps)
const at = (path: string) => `http://localhost/api/${path}`
const refusal = (code: string, status = 403) =>
  HttpResponse.json({ message: code, errors: [{ path: '', code, message: code }] }, { status })

let isConfirmed = false
let asked: unknown[] = []
beforeEach(() => {
  isConfirmed = false
  asked = []
  server.use(
    http.post(at('account/recovery-codes'), () =>
      isConfirmed ? HttpResponse.json({ recoveryCodes: ['abcde-fghjk'] }) : refusal('confirmFirst'),
    ),
    http.post(at('session/confirm/begin'), () =>
      HttpResponse.json({ ways: ['password', 'email'], passkey: null }),
    ),
    http.post(at('session/confirm'), async ({ request }) => {
      const body = await request.json()
      asked.push(body)
      isConfirmed = JSON.stringify(body).includes('Right1234')
      return isConfirmed ? HttpResponse.json({ confirmed: true }) : refusal('wrongCredentials', 400)
    }),
  )
})

function Screen() {
  const [make, { data }] = useMakeRecoveryCodesMutation()
  return (
    <>
      <input aria-label="Typed" />
      <button type="button" onClick={() => void make()}>
        Make codes
      </button>
      <p>{data?.recoveryCodes.join()}</p>
      <ConfirmHost />
    </>
  )
}

async function begin() {
  await draw(<Screen />, { namespaces: ['secondStep'] })
  handOverSession({
    readToken: () => 'token',
    storeToken: () => undefined,
    endSession: () => undefined,
    confirm: askToConfirm,
  })
  await userEvent.type(screen.getByLabelText('Typed'), 'half a sentence')
  await userEvent.click(screen.getByRole('button', { name: 'Make codes' }))
  return screen.findByRole('dialog')
}

it('the identity check asks who the user is and then sends the call again by itself', async () => {
  await begin()
  await userEvent.type(await screen.findByLabelText('Password'), 'Wrong1234')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not correct')
  await userEvent.clear(screen.getByLabelText('Password'))
  await userEvent.type(screen.getByLabelText('Password'), 'Right1234')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('abcde-fghjk')
  expect(asked).toHaveLength(2)
})

it('the identity check, closed without an answer, fails the call with its message, and typed text stays', async () => {
  await begin()
  await screen.findByLabelText('Password')
  await userEvent.keyboard('{Escape}')
  await screen.findByText('Nothing was changed, because you did not confirm your identity.')
  expect(screen.getByLabelText('Typed')).toHaveValue('half a sentence')
})

it('the identity check that no screen can show fails the call as it was refused', async () => {
  expect(await askToConfirm()).toBe(false)
})
