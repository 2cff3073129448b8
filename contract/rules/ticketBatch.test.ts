import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLeft, leftReasons, verdictOn, type BatchFacts } from './ticketBatch.ts'

const free: BatchFacts = {
  isStale: false,
  isMerged: false,
  isSame: false,
  step: 'free',
  mayBeGiven: true,
  needs: [],
}
const kinds = ['problem', 'cause', 'remedy', 'procedure'] as const

describe('the verdict on a ticket of a batch', () => {
  it.each([
    ['change', {}],
    ['same', { isSame: true }],
    ['stale', { isStale: true, isSame: true }],
    ['merged', { isMerged: true }],
    ['otherType', { step: 'none' }],
    ['transition', { step: 'barred' }],
    ['assignee', { mayBeGiven: false }],
    ['failure', { needs: ['problem'] }],
    ['procedure', { needs: ['problem', 'procedure'] }],
  ] as const)('is %s for a ticket with %j', (verdict, facts) => {
    expect(verdictOn({ ...free, ...facts })).toBe(verdict)
  })

  it('is change only if nothing speaks against it', () => {
    fc.assert(
      fc.property(
        fc.record({
          isStale: fc.boolean(),
          isMerged: fc.boolean(),
          isSame: fc.boolean(),
          step: fc.constantFrom('free', 'none', 'barred'),
          mayBeGiven: fc.boolean(),
          needs: fc.subarray([...kinds]),
        }),
        (facts) => {
          const isFree =
            !facts.isStale &&
            !facts.isMerged &&
            !facts.isSame &&
            facts.step === 'free' &&
            facts.mayBeGiven &&
            facts.needs.length === 0
          expect(verdictOn(facts) === 'change').toBe(isFree)
        },
      ),
    )
  })
})

it('countLeft counts every ticket that stays, and no other', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('change', 'same', ...leftReasons)), (verdicts) => {
      const left = countLeft(verdicts)
      expect(left.reduce((sum, { count }) => sum + count, 0)).toBe(
        verdicts.filter((one) => one !== 'change' && one !== 'same').length,
      )
    }),
  )
})
