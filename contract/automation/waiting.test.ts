import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firings, settleWaits, type Span, type Wait } from './waiting.ts'

const MINUTE = 60_000

/** Stays of one subject that do not overlap, each with the time after which a rule acts. */
const spansOf = (lengths: readonly (readonly [gap: number, length: number])[], wait: number) => {
  let at = 0
  return lengths.map(([gap, length]): Span => {
    const from = at + gap * MINUTE
    at = from + length * MINUTE
    return { subjectId: 1, from, to: at, dueAt: from + wait * MINUTE }
  })
}

/** What the server knows at a time: later ends have not happened. */
const knownAt = (spans: readonly Span[], now: number): Span[] =>
  spans
    .filter(({ from }) => from <= now)
    .map((span) => ({ ...span, to: span.to !== null && span.to > now ? null : span.to }))

interface Row extends Wait {
  firedAt: number | null
}

/** Keeps rows as the database does: one for each subject, beginning and due time. */
class Rows {
  rows: Row[] = []
  /** Ids are not used again, as in the database. */
  private lastId = 0

  look(spans: readonly Span[], now: number, since = 0): void {
    const settled = settleWaits(spans, this.rows, { now, since })
    for (const { span, isFired, isEnded } of settled.add)
      this.rows.push({
        id: (this.lastId += 1),
        subjectId: span.subjectId,
        since: span.from,
        dueAt: span.dueAt,
        isFired,
        isEnded,
        firedAt: isFired ? now : null,
      })
    for (const { id, isEnded } of settled.fire) {
      const row = this.rows.find((one) => one.id === id)
      if (row) Object.assign(row, { isFired: true, isEnded, firedAt: now })
    }
    for (const row of this.rows) if (settled.end.includes(row.id)) row.isEnded = true
    this.rows = this.rows.filter(({ id }) => !settled.remove.includes(id))
  }

  get fired(): number[] {
    return this.rows.filter(({ isFired }) => isFired).map(({ dueAt }) => dueAt)
  }
}

const stays = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 })), {
  minLength: 1,
  maxLength: 8,
})
const wait = fc.integer({ min: 0, max: 20 })
const END = 24 * 60 * MINUTE

describe('what a rule waits for', () => {
  it('leads to the runs that the back-test finds, whenever the server looks', () => {
    fc.assert(
      fc.property(
        stays,
        wait,
        fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 30 }),
        (lengths, minutes, looks) => {
          const spans = spansOf(lengths, minutes)
          const rows = new Rows()
          for (const at of looks.toSorted((one, other) => one - other))
            rows.look(knownAt(spans, at * MINUTE), at * MINUTE)
          rows.look(spans, END)
          const expected = firings(spans, { from: 0, to: END }).map(({ dueAt }) => dueAt)
          expect(new Set(rows.fired)).toEqual(new Set(expected))
          expect(rows.fired).toHaveLength(expected.length)
        },
      ),
    )
  })

  it('leads to them in any order in which late news arrives, once each', () => {
    fc.assert(
      fc.property(stays, wait, fc.infiniteStream(fc.nat()), (lengths, minutes, order) => {
        const spans = spansOf(lengths, minutes)
        const arriving = spans
          .map((span) => ({ span, at: order.next().value ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ span }) => span)
        const rows = new Rows()
        for (let count = 1; count <= arriving.length; count += 1)
          rows.look(arriving.slice(0, count), END)
        const expected = firings(spans, { from: 0, to: END }).map(({ dueAt }) => dueAt)
        expect(rows.fired).toHaveLength(expected.length)
        expect(new Set(rows.fired)).toEqual(new Set(expected))
      }),
    )
  })

  it('acts neither before its time nor for what was due before the rule began', () => {
    fc.assert(
      fc.property(stays, wait, fc.integer({ min: 0, max: 400 }), (lengths, minutes, begin) => {
        const spans = spansOf(lengths, minutes)
        const rows = new Rows()
        for (let at = begin; at <= 600; at += 1)
          rows.look(knownAt(spans, at * MINUTE), at * MINUTE, begin * MINUTE)
        for (const { dueAt, firedAt } of rows.rows)
          expect(firedAt === null || (firedAt >= dueAt && dueAt >= begin * MINUTE)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})
