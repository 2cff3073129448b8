import { expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { requeueWrites, takeDueWrites, recordHeard, type HeardGateways } from './heardGateways.ts'

const id = 7 as Id<'gateway'>
const START = 1e12

it('a silent gateway is written half a minute after it was written last, with when it was heard', () => {
  const heard: HeardGateways = new Map()
  recordHeard(heard, id, undefined, START)
  expect(takeDueWrites(heard, START)).toHaveLength(1)
  recordHeard(heard, id, undefined, START + 5_000).ignored.unknownTag = 3
  expect(takeDueWrites(heard, START + 6_000)).toEqual([])
  expect(takeDueWrites(heard, START + 30_000)).toMatchObject([
    { id, at: new Date(START + 5_000).toISOString(), ignored: { unknownTag: 3 } },
  ])
  expect(takeDueWrites(heard, START + 90_000)).toEqual([])
})

it('what could not be written of heard gateways is due at the next look', () => {
  const heard: HeardGateways = new Map()
  recordHeard(heard, id, undefined, START)
  requeueWrites(heard, takeDueWrites(heard, START))
  expect(takeDueWrites(heard, START + 1_000)).toHaveLength(1)
})
