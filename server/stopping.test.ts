import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeStop } from './stopping.ts'

const never = () => new Promise<void>(() => undefined)
const exit = vi.fn<(code: number) => void>()
const say = vi.fn<(sentence: string) => void>()
beforeEach(() => {
  vi.useFakeTimers()
  exit.mockReset()
  say.mockReset()
})
afterEach(() => vi.useRealTimers())

describe('a stopping server', () => {
  it('ends well when everything is closed, and logs nothing', async () => {
    makeStop({ close: () => Promise.resolve(), exit, say })()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(exit.mock.calls).toEqual([[0]])
    expect(say).not.toHaveBeenCalled()
  })

  it('ends with the reason if something cannot be closed', async () => {
    makeStop({ close: () => Promise.reject(new Error('no disk')), exit, say })()
    await vi.advanceTimersByTimeAsync(0)
    expect(exit.mock.calls).toEqual([[1]])
    expect(say).toHaveBeenCalledWith(expect.stringContaining('no disk'))
  })

  it('ends all the same if something never closes, before a supervisor kills it', async () => {
    makeStop({ close: never, exit, say })()
    await vi.advanceTimersByTimeAsync(24_000)
    expect(exit).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(exit.mock.calls).toEqual([[1]])
    expect(say).toHaveBeenCalledWith(expect.stringContaining('Not closed after 25 seconds'))
  })

  it('ends at once at a second signal', () => {
    const stop = makeStop({ close: never, exit, say })
    stop()
    expect(exit).not.toHaveBeenCalled()
    stop()
    expect(exit.mock.calls).toEqual([[1]])
  })
})
