import { afterEach, describe, expect, it } from 'vitest'
import { isFound } from '#contract/rules/fold.ts'
import { placeGroups } from '#entities/rights/places.ts'
import { referenceLists } from '../../../features/management/referenceLists.ts'
import { routes, type RouteName } from '#lib/paths.ts'
import { moreScreens, wordLists } from './moreScreens.ts'
import { forgetRecents, recentsOf, rememberRecent } from './recents.ts'
import { verbsOf } from './verbs.ts'

const wordFiles = import.meta.glob<Record<string, unknown>>('../../../../locales/*/*.json', {
  import: 'default',
  eager: true,
})
const wordsOf = (language: string, namespace: string) =>
  wordFiles[`../../../../locales/${language}/${namespace}.json`] ?? {}

describe('an entry of the search palette', () => {
  it('is found by its words in any order, in any case', () => {
    expect(isFound('New ticket', 'ticket new')).toBe(true)
    expect(isFound('New ticket', 'TICK')).toBe(true)
    expect(isFound('New ticket', 'new equipment')).toBe(false)
    expect(isFound('Новая заявка', 'заявка')).toBe(true)
  })

  it.each(['en', 'he', 'ar', 'ru', 'cs', 'sk'])('is named as its button is (%s)', (language) => {
    expect(wordsOf(language, 'shell')['verb']).toMatchObject({
      newTicket: wordsOf(language, 'tickets')['new'],
      newEquipment: wordsOf(language, 'equipment')['add'],
      newLocation: wordsOf(language, 'locations')['add'],
      newProcedure: wordsOf(language, 'procedures')['new'],
      newSchedule: wordsOf(language, 'schedules')['add'],
      newAutomation: wordsOf(language, 'automations')['new'],
      newDashboard: wordsOf(language, 'dashboards')['newDashboard'],
      newUser: wordsOf(language, 'people')['inviteTitle'],
    })
  })
})

describe('every screen that opens without a number', () => {
  const inNavigation = placeGroups
    .flatMap(({ places }) => places)
    .flatMap(({ route, also = [] }) => [route, ...also.map((one) => one.route)])
  const otherwise: readonly RouteName[] = [
    'account',
    'labels',
    'procedureNew',
    'scheduleNew',
    'mobileMapping',
    'nearestAllEquipment',
    'triggeredEvents',
  ]
  const asWords: readonly RouteName[] = [
    'equipmentStatus',
    'fellowEquipmentType',
    'gatewayTypes',
    'sensorTypes',
  ]

  it('is known to the search palette', () => {
    const known = [...inNavigation, ...moreScreens.map(({ route }) => route)]
    const names = Object.keys(routes) as RouteName[]
    const opening = names.filter(
      (name) => !('access' in routes[name]) && !/:\w+(?!\w|\?)/.test(routes[name].path),
    )
    expect(opening.length).toBeGreaterThan(40)
    expect(opening.filter((name) => ![...known, ...otherwise, ...asWords].includes(name))).toEqual(
      [],
    )
    expect(new Set(known).size).toBe(known.length)
  })

  it('is known also if it is a reference list', () => {
    const lists = referenceLists
      .filter(({ key }) => key !== 'orgEntities') // A screen of its own in the navigation
      .map(({ key, slug, needs }) => ({ key, slug, ...(needs === undefined ? {} : { needs }) }))
    expect(wordLists).toEqual(lists)
  })
})

describe('the further words of screens and actions', () => {
  const screens = [
    ...placeGroups
      .flatMap(({ places }) => places)
      .flatMap(({ route, also = [] }) => [route, ...also.map((one) => one.route)]),
    ...moreScreens.map(({ route }) => route),
  ]
  const others = ['reportProblem', 'labels', 'scheme', 'keys', 'account', 'logout']
  const keys = [
    ...screens,
    ...verbsOf(1).map(({ verb }) => verb),
    ...wordLists.map(({ key }) => key),
    ...others,
  ]

  it.each(['en', 'he', 'ar', 'ru', 'cs', 'sk'])('are several for each in %s', (language) => {
    const words = wordsOf(language, 'searchWords')
    expect(Object.keys(words).toSorted()).toEqual([...new Set<string>(keys)].toSorted())
    const few = Object.entries(words).filter(([, all]) => String(all).split(' ').length < 2)
    expect(few).toEqual([])
  })

  it.each([
    ['retention', 'retention'],
    ['create ticket', 'newTicket'],
    ['permissions', 'roles'],
    ['upload excel', 'import'],
  ])('find by "%s" what has another name', (typed, key) => {
    expect(isFound(String(wordsOf('en', 'searchWords')[key]), typed)).toBe(true)
  })
})

describe('the history of the search palette', () => {
  afterEach(forgetRecents)
  const thing = (id: number) => ({
    key: `equipment-${id}`,
    name: `Pump ${id}`,
    hint: null,
    to: `/equipment?id=${id}`,
  })

  it('is its user’s alone, the newest first, each once, and six at most', () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7, 3]) rememberRecent('1/7', thing(id))
    expect(recentsOf('1/7').map(({ key }) => key)).toEqual(
      [3, 7, 6, 5, 4, 2].map((id) => `equipment-${id}`),
    )
    expect(recentsOf('1/8')).toEqual([])
    rememberRecent('1/8', thing(9))
    expect(recentsOf('1/7')).toEqual([])
  })

  it('is empty if something else is stored there, or leads out of the page', () => {
    localStorage.setItem('plantroom.recents', '{"owner":"1/7","recents":[{"key":1}]}')
    expect(recentsOf('1/7')).toEqual([])
    rememberRecent('1/7', { ...thing(1), to: '//elsewhere.example' })
    expect(recentsOf('1/7')).toEqual([])
    localStorage.setItem('plantroom.recents', 'nonsense')
    expect(recentsOf('1/7')).toEqual([])
  })
})
