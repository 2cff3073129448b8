import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  awayNow,
  heardSoFar,
  missedServer,
  onNetwork,
  reachedServer,
  showedKept,
} from './network.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  reachedServer()
  vi.useRealTimers()
})
const aWhile = () => vi.advanceTimersByTime(5_000)

it('there is no network once a call had no answer and none other had one soon', () => {
  missedServer(heardSoFar())
  expect(awayNow()).toBeNull()
  aWhile()
  expect(awayNow()).toEqual({ keptAt: null })
})

it('one call that fails while others are answered says nothing, whichever ends first', () => {
  const told = vi.fn()
  const stop = onNetwork(told)
  missedServer(heardSoFar())
  reachedServer()
  aWhile()
  const before = heardSoFar()
  vi.advanceTimersByTime(200)
  reachedServer()
  missedServer(before)
  aWhile()
  expect(awayNow()).toBeNull()
  expect(told).not.toHaveBeenCalled()
  stop()
})

it('calls that go on failing tell it once, and the next answer ends it', () => {
  const told = vi.fn()
  const stop = onNetwork(told)
  for (let call = 0; call < 5; call += 1) {
    missedServer(heardSoFar())
    vi.advanceTimersByTime(1_000)
  }
  expect(told).toHaveBeenCalledOnce()
  reachedServer()
  expect(awayNow()).toBeNull()
  stop()
})

it('what was kept is named where something kept is shown, before or after a call without it', () => {
  missedServer(heardSoFar())
  showedKept(2_000)
  aWhile()
  expect(awayNow()).toEqual({ keptAt: 2_000 })
  missedServer(heardSoFar())
  showedKept(1_000)
  showedKept(3_000)
  aWhile()
  expect(awayNow()).toEqual({ keptAt: 1_000 })
})
