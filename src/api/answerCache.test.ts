import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setAnswerStore, answerOrCached, type KeptAnswer } from './answerCache.ts'
import { knownSince, reportServerReached } from './network.ts'

const answers = new Map<string, KeptAnswer>()
const going = new AbortController().signal
const failed = (status: number | null) => ({ error: { status, message: '', errors: [] } })

beforeEach(() => {
  answers.clear()
  answers.set('queue', { data: ['as it was'], keptAt: 1_000 })
  setAnswerStore({
    keep: (key, data) => void answers.set(key, { data, keptAt: 2_000 }),
    read: (key) => Promise.resolve(answers.get(key) ?? null),
    drop: (key) => void answers.delete(key),
  })
})
afterEach(() => reportServerReached())

describe('a call that is kept on the device', () => {
  it('keeps each answer of the server', async () => {
    expect(await answerOrCached('queue', { data: ['as it is'] }, going)).toEqual({
      data: ['as it is'],
    })
    expect(answers.get('queue')?.data).toEqual(['as it is'])
    expect(knownSince()).toBeNull()
  })

  it.each([null, 502, 503, 504])(
    'answers as it did last if the server is unreachable (%s), and says from when',
    async (status) => {
      expect(await answerOrCached('queue', failed(status), going)).toEqual({ data: ['as it was'] })
      expect(knownSince()).toBe(1_000)
    },
  )

  it('fails if it never answered before, or was aborted', async () => {
    expect(await answerOrCached('other', failed(null), going)).toEqual(failed(null))
    expect(await answerOrCached('queue', failed(null), AbortSignal.abort())).toEqual(failed(null))
    expect(knownSince()).toBeNull()
  })

  it.each([400, 401, 409, 429, 500])('never hides what the server said (%s)', async (status) => {
    expect(await answerOrCached('queue', failed(status), going)).toEqual(failed(status))
    expect(answers.has('queue')).toBe(true)
  })

  it.each([403, 404])('forgets what may not be seen any more (%s)', async (status) => {
    expect(await answerOrCached('queue', failed(status), going)).toEqual(failed(status))
    expect(answers.has('queue')).toBe(false)
  })

  it('names the oldest of what is shown', async () => {
    answers.set('older', { data: [], keptAt: 500 })
    await answerOrCached('older', failed(null), going)
    await answerOrCached('queue', failed(null), going)
    expect(knownSince()).toBe(500)
  })
})
