import { afterEach, describe, expect, it } from 'vitest'
import { matches } from './matches.ts'
import { forgetRecents, recentsOf, rememberRecent } from './recents.ts'

const wordFiles = import.meta.glob<Record<string, unknown>>('../../../../locales/*/*.json', {
  import: 'default',
  eager: true,
})
const wordsOf = (language: string, namespace: string) =>
  wordFiles[`../../../../locales/${language}/${namespace}.json`] ?? {}

describe('what Ctrl+K finds on the page itself', () => {
  it('is found by its words in any order, in any case', () => {
    expect(matches('New ticket', 'ticket new')).toBe(true)
    expect(matches('New ticket', 'TICK')).toBe(true)
    expect(matches('New ticket', 'new equipment')).toBe(false)
    expect(matches('Новая заявка', 'заявка')).toBe(true)
  })

  it.each(['en', 'he', 'ar', 'ru', 'cs', 'sk'])('is called as its button is (%s)', (language) => {
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

describe('what was opened last', () => {
  afterEach(forgetRecents)
  const thing = (id: number) => ({
    key: `equipment-${id}`,
    name: `Pump ${id}`,
    hint: null,
    to: `/equipment?id=${id}`,
  })

  it('is its person’s alone, the newest first, each once, and six at most', () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7, 3]) rememberRecent('1/7', thing(id))
    expect(recentsOf('1/7').map(({ key }) => key)).toEqual(
      [3, 7, 6, 5, 4, 2].map((id) => `equipment-${id}`),
    )
    expect(recentsOf('1/8')).toEqual([])
    rememberRecent('1/8', thing(9))
    expect(recentsOf('1/7')).toEqual([])
  })

  it('is nothing where something else lies there, or leads out of the page', () => {
    localStorage.setItem('plantroom.recents', '{"owner":"1/7","recents":[{"key":1}]}')
    expect(recentsOf('1/7')).toEqual([])
    rememberRecent('1/7', { ...thing(1), to: '//elsewhere.example' })
    expect(recentsOf('1/7')).toEqual([])
    localStorage.setItem('plantroom.recents', 'nonsense')
    expect(recentsOf('1/7')).toEqual([])
  })
})
