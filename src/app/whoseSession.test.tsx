import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tokenFor } from '#tests/drawing.tsx'
import { startI18n } from '#lib/i18n/i18n.ts'
import {
  chooseSession,
  saveRefusal,
  showRefusal,
  replacesOwner,
  wasRefused,
} from './whoseSession.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const later = now / 1000 + 600
const mine = tokenFor({ companyId: 1, userId: 7, exp: later })
const theirs = tokenFor({ companyId: 1, userId: 8, exp: later })

describe('a token in the address', () => {
  it.each([
    ['of another person', mine, theirs, true],
    ['of another company', mine, tokenFor({ companyId: 2, userId: 7, exp: later }), true],
    [
      'of the same person, fresh',
      mine,
      tokenFor({ companyId: 1, userId: 7, exp: later, jti: 'fresh' }),
      false,
    ],
    ['with nobody signed in', null, theirs, false],
    [
      'after the running one died',
      tokenFor({ companyId: 1, userId: 7, exp: now / 1000 - 1 }),
      theirs,
      false,
    ],
    ['that is none', mine, 'nonsense', false],
  ])('%s', (_what, kept, brought, isAsked) =>
    expect(replacesOwner(kept, brought, now)).toBe(isAsked),
  )
})

describe('the question about another session', () => {
  const server = setupServer(
    http.get('*/api/session', ({ request }) => {
      const bearer = request.headers.get('authorization')
      const who =
        bearer === `Bearer ${mine}`
          ? 'Ada Keller'
          : bearer === `Bearer ${theirs}`
            ? 'Mal Ory'
            : null
      if (who === null) return HttpResponse.json({ message: '', errors: [] }, { status: 401 })
      return HttpResponse.json({ user: { name: who }, company: { name: 'St. Brigid' } })
    }),
  )
  beforeAll(async () => {
    server.listen()
    await startI18n('en', ['auth'])
  })
  afterEach(() => {
    document.body.innerHTML = ''
  })
  afterAll(() => server.close())

  async function asked(kept: string, brought: string) {
    const element = document.body.appendChild(document.createElement('div'))
    let choice: ReturnType<typeof chooseSession> = Promise.resolve('stay')
    await act(async () => {
      choice = chooseSession(createRoot(element), kept, brought)
    })
    return choice
  }

  it('names both, and continues as the user says', async () => {
    let chosen: string | undefined
    void asked(mine, theirs).then((choice) => {
      chosen = choice
    })
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(/Ada Keller.*Mal Ory/s)
    await userEvent.click(screen.getAllByRole('button')[1] ?? document.body)
    await waitFor(() => expect(chosen).toBe('go'))
  })

  it('is not asked for a token that opens nothing', async () => {
    expect(await asked(mine, tokenFor({ companyId: 9, userId: 9 }))).toBe('refused')
  })
})

describe('a frame whose token opens nothing', () => {
  it('says so and what to do, in place of any session, also after a reload in it', async () => {
    saveRefusal(true)
    expect(wasRefused()).toBe(true)
    const element = document.body.appendChild(document.createElement('div'))
    await act(() => showRefusal(createRoot(element)))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Not signed in here.*open this part again/s,
    )
    expect(screen.getByRole('link').getAttribute('target')).toBe('_blank')
  })

  it('is forgotten by the next token that opens something', () => {
    saveRefusal(false)
    expect(wasRefused()).toBe(false)
  })
})
