import { expect, it } from 'vitest'
import { routes, type RouteName } from '#lib/paths.ts'

const sources = import.meta.glob<string>(
  [
    '../**/*.ts',
    '../**/*.tsx',
    '!../**/*.test.*',
    '!../lib/paths.ts',
    '!./titles.ts',
    '!./screens.ts',
    '!../**/routes.tsx',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** Addresses without a link in the product, with the way people get there. */
const comeFromElsewhere: Partial<Record<RouteName, string>> = {
  kindJournal: 'appending /journal to a list, as section 2 says',
  setup: 'the one-time link of a new installation',
  resetPassword: 'the link of a message',
  auth0Callback: 'the identity provider',
  authCallback: 'the identity provider',
  mobileMapping: 'an earlier address of the map',
  companyEntityJournal: 'a thing’s journal as section 2 writes it: the short form leads there',
  companyKindJournal: 'the same of a whole kind',
}

it('every address that is built has a link from some screen', () => {
  const code = Object.values(sources).join('\n')
  const names = Object.keys(routes) as RouteName[]
  const unlinked = names.filter(
    (name) => !new RegExp(`pathTo\\(\\s*'${name}'|[\\[\\s:?(]'${name}'`).test(code),
  )
  expect(unlinked).toEqual(Object.keys(comeFromElsewhere))
})
