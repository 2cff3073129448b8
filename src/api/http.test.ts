import { AxiosError, AxiosHeaders } from 'axios'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf, handOverSession, send, type ApiFailure } from './http.ts'
import { knownSince, reportServerReached } from './network.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

let token: string | null
const endSession = vi.fn()
beforeEach(() => {
  token = 'first'
  endSession.mockReset()
  handOverSession({
    readToken: () => token,
    storeToken: (next) => {
      token = next
    },
    endSession,
  })
})

const address = 'http://localhost/api/thing'
const ask = (needsSession = true) => send({ method: 'GET', url: '/api/thing', needsSession })
const refusal = (call: Promise<unknown>): Promise<ApiFailure> =>
  call.then(
    () => {
      throw new Error('It answered')
    },
    (failure: ApiFailure) => failure,
  )

it('the http client sends the bearer token and stores the renewed one', async () => {
  server.use(
    http.get(address, ({ request }) =>
      HttpResponse.json(
        { seen: request.headers.get('authorization') },
        { headers: { Authorization: 'Bearer second' } },
      ),
    ),
  )
  expect(await ask()).toEqual({ seen: 'Bearer first' })
  expect(token).toBe('second')
})

it('the http client sends nothing without a token if the call needs a session', async () => {
  token = null
  const failure = await refusal(ask())
  expect(failure.status).toBe(401)
  expect(endSession).not.toHaveBeenCalled()
})

it('the http client forbids caching', async () => {
  server.use(
    http.get(address, ({ request }) => HttpResponse.json(request.headers.get('cache-control'))),
  )
  expect(await ask()).toBe('no-store')
})

it('the http client ends the session on 401', async () => {
  server.use(
    http.get(address, () =>
      HttpResponse.json({ message: 'Please sign in.', errors: [] }, { status: 401 }),
    ),
  )
  expect((await refusal(ask())).status).toBe(401)
  expect(endSession).toHaveBeenCalledOnce()
})

it('the http client leaves a session alone if a newer token arrived meanwhile', async () => {
  server.use(
    http.get(address, () => {
      token = 'newer'
      return HttpResponse.json({ message: 'Please sign in.', errors: [] }, { status: 401 })
    }),
  )
  await refusal(ask())
  expect(endSession).not.toHaveBeenCalled()
})

it('the http client does not end a session for a wrong password', async () => {
  server.use(
    http.get(address, () => HttpResponse.json({ message: 'Wrong', errors: [] }, { status: 401 })),
  )
  await refusal(ask(false))
  expect(endSession).not.toHaveBeenCalled()
})

it.each([400, 403, 404, 409, 410, 429, 500, 502])(
  'the http client turns %i into a failure with the server’s message and list',
  async (status) => {
    const errors = [{ path: 'body.name', code: 'taken', message: 'Taken' }]
    server.use(
      http.get(address, () =>
        HttpResponse.json(
          { message: 'What the server says', errors },
          { status, headers: { 'Retry-After': '7' } },
        ),
      ),
    )
    expect(await refusal(ask())).toEqual({
      status,
      message: 'What the server says',
      errors,
      retryAfter: 7,
    })
  },
)

it('the http client reports a failure without a status', async () => {
  server.use(http.get(address, () => HttpResponse.error()))
  expect((await refusal(ask())).status).toBeNull()
})

it('the http client answers null for 204', async () => {
  server.use(http.get(address, () => new HttpResponse(null, { status: 204 })))
  expect(await ask()).toBeNull()
})

it('the http client survives an answer of another shape', async () => {
  server.use(
    http.get(
      address,
      () => new HttpResponse('<html>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
    ),
  )
  expect(await refusal(ask())).toMatchObject({ status: 502, errors: [] })
})

it('the http client reads the reason of a refused download from its bytes', async () => {
  const config = { headers: new AxiosHeaders() }
  const data = new Blob([
    JSON.stringify({ message: 'Lost', errors: [{ path: '', code: 'fileGone', message: 'file' }] }),
  ])
  const refused = new AxiosError('Request failed', 'ERR_BAD_REQUEST', config, null, {
    status: 410,
    statusText: 'Gone',
    headers: {},
    config,
    data,
  })
  expect(await failureOf(refused)).toMatchObject({
    status: 410,
    message: 'Lost',
    errors: [{ code: 'fileGone' }],
  })
})

describe('the state of the connection', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    reportServerReached()
    vi.useRealTimers()
  })
  const fail = async (call = ask()): Promise<void> => {
    await refusal(call)
    vi.runOnlyPendingTimers()
  }

  it('is down after a call without an answer, until the next answer, a refusal too', async () => {
    server.use(http.get(address, () => HttpResponse.error()))
    await fail()
    expect(knownSince()).toBe(Infinity)
    server.use(http.get(address, () => HttpResponse.json({ errors: [] }, { status: 403 })))
    await fail()
    expect(knownSince()).toBeNull()
  })

  it.each([400, 404, 429, 500, 502, 503, 504])('is up after an answer of %s', async (status) => {
    server.use(http.get(address, () => HttpResponse.json({ errors: [] }, { status })))
    await fail()
    expect(knownSince()).toBeNull()
  })

  it('does not change when a call is aborted', async () => {
    server.use(http.get(address, () => HttpResponse.json('late')))
    const signal = AbortSignal.abort()
    await fail(send({ method: 'GET', url: '/api/thing', needsSession: true, signal }))
    expect(knownSince()).toBeNull()
  })
})

describe('a page that a network or proxy answers in place of the server', () => {
  const portal = () =>
    new HttpResponse('<html><body>Sign in to the guest network</body></html>', {
      headers: { 'content-type': 'text/html; charset=utf-8', authorization: 'Bearer other' },
    })

  it.each([undefined, 'text'] as const)('is not an answer of a call for %s', async (as) => {
    server.use(http.post(address, portal))
    const call = { method: 'POST', url: '/api/thing', needsSession: true } as const
    expect(await refusal(send({ ...call, ...(as !== undefined && { as }) }))).toMatchObject({
      status: null,
    })
    expect(token).toBe('first')
  })

  it('is not an answer even if it claims to be plain text', async () => {
    server.use(http.get(address, () => new HttpResponse('<html>Sign in</html>')))
    expect(await refusal(ask())).toMatchObject({ status: null })
  })

  it.each([
    ['plain text', 'Please sign in', 'text/plain'],
    ['a page that calls itself JSON', '<html>Sign in</html>', 'application/json'],
    ['a page of another type', '<html>Sign in</html>', 'application/xhtml+xml'],
    ['nothing', '', ''],
  ])('is not an answer if it is %s', async (_what, body, type) => {
    server.use(
      http.post(address, () => new HttpResponse(body, { headers: { 'content-type': type } })),
    )
    const call = { method: 'POST', url: '/api/thing', needsSession: true, as: 'json' } as const
    expect(await refusal(send(call))).toMatchObject({ status: null })
  })

  it.each([401, 403, 404, 400, 409, 410])(
    'refuses nothing and ends no session, although its status is %i',
    async (status) => {
      server.use(
        http.get(address, () => new HttpResponse('<html>Blocked</html>', { status })),
        http.post(address, () => HttpResponse.json({ error: 'blocked' }, { status })),
      )
      expect(await refusal(ask())).toMatchObject({ status: null })
      const post = send({ method: 'POST', url: '/api/thing', needsSession: true })
      expect(await refusal(post)).toMatchObject({ status: null })
      expect(endSession).not.toHaveBeenCalled()
    },
  )

  it.each([413, 429, 502])('is believed if its status is %i', async (status) => {
    server.use(http.get(address, () => new HttpResponse('<html>', { status })))
    expect(await refusal(ask())).toMatchObject({ status })
  })
})
