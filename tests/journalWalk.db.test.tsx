// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }
/**
 * One change of every entity kind, shown as its history: readable values before and after, and no
 * wire values.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { journalEntities, type JournalEntry } from '#contract/journal/journal.ts'
import { Change } from '#entities/journal/Change.tsx'
import { Journal } from '#entities/journal/Journal.tsx'
import { languages } from '#lib/i18n/languages.ts'
import { draw } from './drawing.tsx'
import { changeEverything } from './everyChange.ts'
import { isLongForm } from './longForm.ts'
import { openWorld, type World } from './world.ts'

let world: World
let token: string
let entries: JournalEntry[]

beforeAll(async () => {
  world = await openWorld()
  token = await world.testApp.signIn('administrator')
  await changeEverything(world, token)
  const answer = await world.testApp.call(token, contract.journal.listJournal, {
    body: { limit: 500 },
  })
  entries = answer.body.rows
})
afterAll(() => world.close())
afterEach(cleanup)

/** No screen changes these: the screens of an import show it, and procedure logs never change. */
const neverChanged = ['import', 'procedureLog']

it('the journal’s walk covers every kind of object with a history', () => {
  const updatedEntities = new Set(
    entries.filter(({ change }) => change === 'updated').map(({ entity }) => entity),
  )
  expect(
    journalEntities.filter(
      (entity) => !updatedEntities.has(entity) && !neverChanged.includes(entity),
    ),
  ).toEqual([])
})

it('the journal shows only what changed', () => {
  const rule = entries.find(
    ({ entity, entityName }) => entity === 'rrule' && entityName === 'Only the name',
  )
  expect(rule?.changes.map(({ field }) => field)).toEqual(['name'])
  for (const { entity, changes } of entries)
    for (const { field, before, after, isHidden } of changes)
      if (isHidden !== true) expect(before, `${entity}.${field}`).not.toEqual(after)
})

/**
 * Text that a user must never see: JSON, rule texts, permission keys, camel case, ids instead of
 * names.
 */
const ofTheWire =
  /\{"|\{\}|\{\w*[a-z]|\[object|undefined|FREQ=|BYDAY|\b\w+\|\w+\b|\b[a-z]+[A-Z]\w*|NaN|Kept in an older form/

const textOf = (node: Node): string =>
  node.nodeType === Node.TEXT_NODE
    ? (node.textContent ?? '')
    : [...node.childNodes].map(textOf).join(' ')

/** One language of each direction. `journalLabels.test.ts` covers the labels in all six. */
const ofEachDirection = ['en', 'ar'] as const

it.each(isLongForm ? languages : ofEachDirection)(
  'the journal has words for each change in %s',
  async (language) => {
    const changes = entries.flatMap(({ entity, changes: all }) =>
      all.map((change) => ({ entity, change })),
    )
    const { container } = await draw(
      <dl>
        {changes.map((one, index) => (
          <Change key={String(index)} {...one} />
        ))}
      </dl>,
      {
        token,
        language,
        namespaces: [
          'entities',
          'automations',
          'schedules',
          'recurrence',
          'people',
          'management',
          'procedures',
          'dashboards',
          'dynamicDashboards',
          'company',
        ],
      },
    )
    await waitFor(() => expect(container.querySelectorAll('dl > div')).toHaveLength(changes.length))
    // the schedule's rule parser loads on first use
    await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).toBeNull())
    const faults = [...container.querySelectorAll('dl > div')].flatMap((row, index) => {
      const { entity, change } = changes[index] ?? { entity: 'company', change: { field: '' } }
      const label = row.querySelector('dt')?.textContent ?? ''
      return label.split(' · ')[0] === change.field || ofTheWire.test(textOf(row))
        ? [`${entity}.${change.field}: ${textOf(row)}`]
        : []
    })
    expect(faults).toEqual([])
  },
)

it('the journal leads from a name to the object, and from an entry to what it is about', async () => {
  const { container } = await draw(<Journal isPage />, {
    token,
    namespaces: ['entities', 'schedules', 'automations'],
  })
  await waitFor(() => expect(container.querySelectorAll('ol > li').length).toBeGreaterThan(5), {
    timeout: 30_000,
  })
  expect(
    [...container.querySelectorAll('li strong a')].map((link) => link.getAttribute('href')),
  ).toContain(`/rrule/${world.fixtures.rrule}`)
  expect([...container.querySelectorAll('dl a')].length).toBeGreaterThan(0)
})
