import { describe, expect, it, vi } from 'vitest'
import { gather as gatherRead } from './gatherReads.ts'
import type { ApiFailure, Call } from './http.ts'

const read = (url: string, more: Partial<Call> = {}): Call => ({
  method: 'GET',
  url,
  needsSession: true,
  readWith: 'light',
  ...more,
})
const gather = (call: Call, path: string, send: (call: Call) => Promise<unknown>) =>
  gatherRead(call, path, () => send(call), send)
const failure = (status: number | null): ApiFailure => ({ status, message: 'no', errors: [] })
const callsIn = ({ body }: Call) => (body as { calls: { path: string }[] }).calls
const urlsOf = (send: { mock: { calls: [Call][] } }) => send.mock.calls.map(([{ url }]) => url)

/** Answers each gathered call with its address. */
const answering = () =>
  vi.fn(async (call: Call): Promise<unknown> =>
    call.url.startsWith('/api/reads')
      ? { answers: callsIn(call).map(({ path }) => ({ body: path })) }
      : `${call.url} alone`,
  )

describe('the gathering of reads', () => {
  it('sends what is asked at the same moment in one call, and gives each its answer', async () => {
    const send = answering()
    const asked = ['/a?b=1', '/c', '/d'].map((path) => gather(read(path), path, send))
    await expect(Promise.all(asked)).resolves.toEqual(['/a?b=1', '/c', '/d'])
    expect(urlsOf(send)).toEqual(['/api/reads'])
  })

  it('sends a call that comes alone as it is', async () => {
    const send = answering()
    await expect(gather(read('/a'), '/a', send)).resolves.toBe('/a alone')
    await expect(gather(read('/b'), '/b', send)).resolves.toBe('/b alone')
    expect(urlsOf(send)).toEqual(['/a', '/b'])
  })

  it('separates heavy reads, four in a call', async () => {
    const send = answering()
    const heavy = Array.from({ length: 6 }, (_, at) => `/card/${at}`)
    await Promise.all([
      ...heavy.map((path) => gather(read(path, { readWith: 'heavy' }), path, send)),
      gather(read('/a'), '/a', send),
      gather(read('/b'), '/b', send),
    ])
    expect(send.mock.calls.map(([call]) => [call.url, callsIn(call).length])).toEqual([
      ['/api/reads', 2],
      ['/api/reads/heavy', 4],
      ['/api/reads/heavy', 2],
    ])
  })

  it('sends a call alone that the server left unanswered', async () => {
    const send = vi.fn(async ({ url }: Call): Promise<unknown> => {
      if (url === '/api/reads') return { answers: [{ body: 'here' }, null] }
      throw failure(404)
    })
    const [first, second] = [gather(read('/a'), '/a', send), gather(read('/b'), '/b', send)]
    await expect(first).resolves.toBe('here')
    await expect(second).rejects.toEqual(failure(404))
    expect(urlsOf(send)).toEqual(['/api/reads', '/b'])
  })

  it.each([404, 413])('sends all alone if the gathering itself gets %i', async (status) => {
    const send = vi.fn(async ({ url }: Call): Promise<unknown> => {
      if (url === '/api/reads') throw failure(status)
      return url
    })
    const asked = ['/a', '/b'].map((path) => gather(read(path), path, send))
    await expect(Promise.all(asked)).resolves.toEqual(['/a', '/b'])
  })

  it.each([null, 401, 429, 503])('fails each with the same failure after %s', async (status) => {
    const send = vi.fn(() => Promise.reject(failure(status)))
    const asked = ['/a', '/b'].map((path) => gather(read(path), path, send))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes).toEqual(asked.map(() => ({ status: 'rejected', reason: failure(status) })))
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('leaves out a call that was given up before it was sent', async () => {
    const send = answering()
    const signal = AbortSignal.abort()
    await Promise.all(
      ['/a', '/b', '/c'].map((path) =>
        gather(read(path, path === '/b' ? { signal } : {}), path, send),
      ),
    )
    expect(urlsOf(send)).toEqual(['/b', '/api/reads'])
  })
})
