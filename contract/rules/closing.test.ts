import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askedKinds,
  closingNeeds,
  failureAsks,
  failureCodeFaults,
  failureKinds,
  isClosing,
  MAX_FAILURE_CODES,
  reopenedAtAfter,
  type ClosingAsks,
} from './closing.ts'

const asks: ClosingAsks = { problem: 'required', cause: 'optional', remedy: 'off' }

describe('what closing a ticket needs', () => {
  it('is each required answer that is missing, and a procedure that is not done', () => {
    expect(closingNeeds({ asks, isProcedureOpen: true, isAnswered: () => false })).toEqual([
      'problem',
      'procedure',
    ])
    expect(closingNeeds({ asks, isProcedureOpen: false, isAnswered: () => true })).toEqual([])
  })

  it('never includes a kind that is not asked for', () => {
    const anyAsks = fc.record({
      problem: fc.constantFrom(...failureAsks),
      cause: fc.constantFrom(...failureAsks),
      remedy: fc.constantFrom(...failureAsks),
    })
    fc.assert(
      fc.property(anyAsks, fc.boolean(), fc.subarray([...failureKinds]), (some, open, given) => {
        const needs = closingNeeds({
          asks: some,
          isProcedureOpen: open,
          isAnswered: (kind) => given.includes(kind),
        })
        const asked = askedKinds(some)
        for (const need of needs)
          expect(need === 'procedure' ? open : asked.includes(need)).toBe(true)
        for (const kind of given) expect(needs).not.toContain(kind)
      }),
    )
  })

  it('applies when a ticket closes, not when it moves between closed states', () => {
    expect(isClosing('inProgress', 'closed')).toBe(true)
    expect(isClosing('closed', 'closed')).toBe(false)
    expect(isClosing('closed', 'open')).toBe(false)
  })
})

describe('logs of the closing procedure', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (minutes: number) => new Date(+now - minutes * 60_000)

  it('count again if the closing is undone within an hour', () => {
    expect(reopenedAtAfter({ closedAt: ago(60), reopenedAt: null }, now)).toBeNull()
  })

  it('do not count for a ticket that is reopened later', () => {
    expect(reopenedAtAfter({ closedAt: ago(61), reopenedAt: null }, now)).toEqual(now)
  })

  it('keep counting while an open ticket changes its state', () => {
    expect(reopenedAtAfter({ closedAt: null, reopenedAt: ago(500) }, now)).toEqual(ago(500))
  })
})

describe('the lists of a ticket type', () => {
  const code = (name: string, change: object = {}) => ({
    kind: 'problem' as const,
    name,
    isRetired: false,
    ...change,
  })

  it('have no name twice, whatever its case', () => {
    expect(failureCodeFaults([code('Leak'), code(' leak ')])).toEqual(['sameName'])
    expect(failureCodeFaults([code('Leak'), { ...code('Leak'), kind: 'cause' }])).toEqual([])
  })

  it('offer at most one hundred values each; retired ones do not count', () => {
    const many = Array.from({ length: MAX_FAILURE_CODES }, (_, place) => code(`Leak ${place}`))
    expect(failureCodeFaults([...many, code('Old', { isRetired: true })])).toEqual([])
    expect(failureCodeFaults([...many, code('One more')])).toEqual(['tooMany'])
  })
})
