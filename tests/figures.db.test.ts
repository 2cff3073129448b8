/**
 * Each number of Today, dashboards and reports equals the number of rows that it opens, at an
 * arbitrary time in a zone away from UTC.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { boardsOpen } from './figures/boards.ts'
import { reportsOpen } from './figures/reports.ts'
import type { Ask, Opens } from './figures/shown.ts'
import { todayOpens } from './figures/today.ts'
import { withoutRows } from './figures/withoutRows.ts'
import { openFiguresWorld, type FiguresWorld } from './figures/world.ts'
import { numbersIn } from './shownNumbers.ts'

let world: FiguresWorld
beforeAll(async () => {
  world = await openFiguresWorld()
})
afterAll(() => world.testApp.close())

const ask: Ask = (endpoint, input) => world.testApp.ok(world.token, endpoint, input)
const opens: Opens = {
  ...todayOpens(ask),
  ...boardsOpen(ask, () => world),
  ...reportsOpen(ask, () => world),
}

const { today, dashboards, dashboardItems, dynamicDashboards, reports } = contract
const questions = Object.entries({
  ...named('today', today),
  ...named('locations', { listPlacesInNeed: contract.locations.listPlacesInNeed }),
  ...named('dashboards', dashboards),
  ...named('dashboardItems', dashboardItems),
  ...named('dynamicDashboards', dynamicDashboards),
  ...named('reports', reports),
  ...named('zones', { getVisitReport: contract.zones.getVisitReport }),
}).filter(([, endpoint]) => endpoint.kind === 'query' && numbersIn(endpoint).length > 0)

function named(group: string, endpoints: Record<string, Endpoint>): Record<string, Endpoint> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [`${group}.${name}`, endpoint]),
  )
}

describe.each(questions)('the numbers that %s answers', (name, endpoint) => {
  it('agree with the rows that they open at 13:37:21 in a zone away from UTC', async () => {
    const shown = (await opens[name]?.()) ?? {}
    const exempt = Object.keys({ ...withoutRows.any, ...withoutRows.of[name] })
    const paths = numbersIn(endpoint)
    const undeclared = paths.filter((path) => !(path in shown) && !exempt.includes(path))
    expect(undeclared, 'numbers without rows; declare them in tests/figures').toEqual([])
    expect(Object.keys(shown).filter((path) => !paths.includes(path))).toEqual([])
    for (const [path, pairs] of Object.entries(shown)) {
      expect(
        pairs.some(([number]) => number !== null && number > 0),
        `${path}: every number is 0`,
      ).toBe(true)
      for (const [number, rows] of pairs)
        if (number === null || rows === null) expect([path, number]).toEqual([path, rows])
        else expect(number, path).toBeCloseTo(rows, 6)
    }
  })
})

it('the declared numbers without rows all exist', () => {
  const names = questions.map(([name]) => name)
  expect(Object.keys(opens).filter((name) => !names.includes(name))).toEqual([])
  for (const [name, paths] of Object.entries(withoutRows.of)) {
    const endpoint = questions.find(([one]) => one === name)?.[1]
    const there = endpoint === undefined ? [] : numbersIn(endpoint)
    expect(
      Object.keys(paths).filter((path) => !there.includes(path)),
      name,
    ).toEqual([])
  }
})
