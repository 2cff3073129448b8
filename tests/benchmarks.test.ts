/** The comparisons of `npm run bench`: options, statistics and what is read from the system. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KnownPart, readOptions } from './bench/options.ts'
import { processesUnder, timesIn } from './bench/processTimes.ts'
import { figuresOf, intervalName, type Pair, ratioOf } from './bench/ratios.ts'
import { secondsOfSteps } from './bench/startSteps.ts'

const pairsOf = (...ratios: number[]): Pair[] => ratios.map((here) => ({ here, there: 1 }))

describe('the ratio of two builds', () => {
  it('is the middle ratio of the pairs, not the ratio of the middle figures', () => {
    const pairs = [
      { here: 1, there: 2 },
      { here: 30, there: 10 },
      { here: 5, there: 5 },
    ]
    expect(ratioOf(pairs)).toMatchObject({ median: 1, low: 0.5, high: 3 })
  })

  it('is the geometric middle of two ratios if the number of pairs is even', () => {
    expect(ratioOf(pairsOf(0.5, 2))?.median).toBeCloseTo(1, 12)
  })

  it.each([
    { count: 1, low: 1, high: 1, coverage: 0 },
    { count: 5, low: 1, high: 5, coverage: 0.9375 },
    { count: 6, low: 1, high: 6, coverage: 0.96875 },
    { count: 8, low: 1, high: 8, coverage: 0.9921875 },
    { count: 9, low: 2, high: 8, coverage: 0.9609375 },
    { count: 20, low: 6, high: 15, coverage: 0.95861 },
  ])('of $count pairs has the exact binomial interval', ({ count, low, high, coverage }) => {
    const ratio = ratioOf(pairsOf(...Array.from({ length: count }, (_, at) => count - at)))
    expect(ratio).toMatchObject({ low, high })
    expect(ratio?.coverage).toBeCloseTo(coverage, 5)
  })

  it.each([
    { why: 'there are no pairs', pairs: [] },
    { why: 'a figure is zero', pairs: [{ here: 1, there: 0 }] },
    { why: 'a figure is negative', pairs: [{ here: -1, there: 1 }] },
    { why: 'a figure was not measured', pairs: [{ here: Number.NaN, there: 1 }] },
  ])('does not exist if $why', ({ pairs }) => {
    expect(ratioOf(pairs)).toBeUndefined()
  })

  const figure = fc.double({ min: 1e-3, max: 1e6, noNaN: true })
  const series = fc.array(fc.record({ here: figure, there: figure }), {
    minLength: 1,
    maxLength: 40,
  })

  it('is 1 with an interval of 1 if both series are equal', () => {
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 40 }), (figures) => {
        const ratio = ratioOf(figures.map((each) => ({ here: each, there: each })))
        expect(ratio).toMatchObject({ median: 1, low: 1, high: 1 })
      }),
    )
  })

  it('lies in its interval, and six pairs or more cover 95 %', () => {
    fc.assert(
      fc.property(series, (pairs) => {
        const { median, low, high, coverage } = ratioOf(pairs) ?? expect.fail('no ratio')
        expect(low).toBeLessThanOrEqual(median * (1 + 1e-12))
        expect(high).toBeGreaterThanOrEqual(median * (1 - 1e-12))
        if (pairs.length >= 6) expect(coverage).toBeGreaterThanOrEqual(0.95)
      }),
    )
  })

  it('is inverted if the builds change sides', () => {
    fc.assert(
      fc.property(series, (pairs) => {
        const one = ratioOf(pairs) ?? expect.fail('no ratio')
        const other =
          ratioOf(pairs.map(({ here, there }) => ({ here: there, there: here }))) ??
          expect.fail('no ratio')
        expect(one.median * other.median).toBeCloseTo(1, 9)
        expect(one.low * other.high).toBeCloseTo(1, 9)
      }),
    )
  })
})

it('The interval of fewer than six pairs is called their range', () => {
  expect(intervalName(1, 0)).toBe('one pair: the interval is its only ratio')
  expect(intervalName(5, 0.9375)).toBe('the interval is the range of 5 pairs, which covers 93.8 %')
  expect(intervalName(6, 0.96875)).toContain('exact binomial one of the median of 6 pairs')
})

it('A comparison has the numbers that both builds gave in every pair', () => {
  const row = (where: string, values: Record<string, number | string>) => ({
    part: 'starts',
    what: 'first start',
    where,
    values,
  })
  const figures = figuresOf([
    {
      here: [row('embedded', { 'ready s': 2, note: 'quiet', 'new s': 1 }), row('alone', { s: 1 })],
      there: [row('embedded', { 'ready s': 4, note: 'quiet' })],
    },
    {
      here: [row('embedded', { 'ready s': 3, 'new s': 1 }), row('alone', { s: 1 })],
      there: [row('embedded', { 'ready s': 4 })],
    },
  ])
  expect(figures.map(({ where, name, pairs }) => ({ where, name, pairs }))).toEqual([
    {
      where: 'embedded',
      name: 'ready s',
      pairs: [
        { here: 2, there: 4 },
        { here: 3, there: 4 },
      ],
    },
  ])
})

describe('the command line of the benchmarks', () => {
  const known: Record<string, KnownPart> = {
    starts: {},
    tickets: {},
    history: { measuresSource: true },
  }
  const read = (...given: string[]) => readOptions(given, known)

  it('takes parts, a commit and a number of pairs', () => {
    expect(read()).toEqual({ parts: [], against: undefined, pairs: 5 })
    expect(read('starts', '--against', 'HEAD~3')).toEqual({
      parts: ['starts'],
      against: 'HEAD~3',
      pairs: 5,
    })
    expect(read('--pairs=12', '--against=v2', 'tickets')).toEqual({
      parts: ['tickets'],
      against: 'v2',
      pairs: 12,
    })
  })

  it.each([
    [['nothing'], 'Unknown part: nothing. The parts are starts, tickets, history.'],
    [['constructor'], 'Unknown part: constructor'],
    [['--against', 'HEAD'], '--against compares one part'],
    [['starts', 'tickets', '--against', 'HEAD'], '--against compares one part'],
    [['history', '--against', 'HEAD'], 'history cannot be compared: it calls the source'],
    [['starts', '--against='], '--against needs a commit'],
    [['starts', '--pairs', '3'], '--pairs needs --against COMMIT.'],
    [['starts', '--against', 'HEAD', '--pairs', '0'], '--pairs is 0, but must be'],
    [['starts', '--against', 'HEAD', '--pairs', '2.5'], '--pairs is 2.5, but must be'],
    [['starts', '--versus', 'HEAD'], "Unknown option '--versus'"],
  ])('refuses %j with a sentence', (given, sentence) => {
    expect(() => read(...given)).toThrow(sentence)
  })
})

describe('processor time from /proc', () => {
  const stat = (pid: number, parent: number, name: string, times: string) =>
    `${pid} (${name}) S ${parent} 1 1 0 -1 4194304 100 0 0 0 ${times} 20 0 11 0 12345 1000 200`

  it('adds user and system time of a process and of its ended children', () => {
    expect(timesIn(stat(42, 7, 'node', '150 50 25 25'))).toEqual({
      pid: 42,
      parent: 7,
      seconds: 2.5,
    })
  })

  it('is read behind a name with brackets and spaces', () => {
    expect(timesIn(stat(42, 7, 'a) S 9 (b', '100 0 0 0'))).toEqual({
      pid: 42,
      parent: 7,
      seconds: 1,
    })
  })

  it('includes all descendants, but neither parents nor others', () => {
    const all = [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 2],
      [6, 1],
    ].map(([pid = 0, parent = 0]) => ({ pid, parent, seconds: 1 }))
    expect(processesUnder(all, 2).map(({ pid }) => pid)).toEqual([2, 3, 5, 4])
    expect(processesUnder(all, 9)).toEqual([])
  })
})

it('The seconds of a first start are those of its finished steps', () => {
  const output = `  · Installing packages …
    Installing packages: still at it, 10.0 s
  ✓ Installing packages (68.2 s)
  ✓ Building the page (12.5 s)
  ✓ Building the server (1.5 s)
  ✗ Building the sign-in (9.0 s)`
  expect(secondsOfSteps(output)).toEqual({ installing: 68.2, building: 14 })
})
