/**
 * Every screen with a panel shows 'not found' for an unknown `id`. The test visits all screens, so
 * new ones are covered.
 */
import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ComponentType } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { automationKinds } from '#contract/automation/sideList.ts'
import { contract } from '#contract/index.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { someOf } from '#tests/longForm.ts'
import { referenceLists } from '../features/management/referenceLists.ts'
import { routes } from '#lib/paths.ts'
import * as panels from '#ui/panel/PanelAhead.tsx'
import { screens } from './screens.ts'

beforeAll(() => {
  vi.spyOn(panels, 'PanelAhead').mockImplementation(() => <i data-testid="has-panels" />)
})

const server = pretendServer()

const views: Partial<Record<keyof typeof routes, readonly string[]>> = {
  gateways: ['gateways', 'beacons', 'quarantine'],
  zones: ['rooms', 'alerts'],
}
const notOfRows: readonly (keyof typeof routes)[] = [
  'myWork',
  'report',
  'metrics',
  'metricsChangesValue',
]

interface Walked {
  name: keyof typeof routes
  path: string
  at: string
}
const names = Object.keys(routes) as (keyof typeof routes)[]
const walked = names.flatMap((name): Walked[] => {
  const { path } = routes[name]
  if (notOfRows.includes(name) || 'access' in routes[name]) return []
  if (name === 'managementList')
    return someOf(referenceLists, 2, 0).map(({ slug }) => ({
      name,
      path,
      at: `/management/${slug}?id=987654`,
    }))
  if (path.includes(':')) return []
  return (views[name] ?? ['']).map((view) => ({
    name,
    path,
    at: `${path}?id=987654${view === '' ? '' : `&view=${view}`}`,
  }))
})

const lists = new Set(
  Object.values(contract)
    .flatMap((module) => Object.values(module))
    .flatMap((endpoint) => {
      const shape = 'shape' in endpoint.response ? (endpoint.response.shape as object) : {}
      return 'rows' in shape && 'count' in shape ? [`${endpoint.method} ${endpoint.path}`] : []
    }),
)

const kinds = Object.fromEntries(automationKinds.map((kind) => [kind, 0]))

const visits = { visits: 0, things: 0, averageSeconds: null, totalSeconds: 0 }

const pages: string[] = []

it.each(walked)(
  'the screen at $at says that an unknown row is not there',
  async ({ name, path, at }) => {
    server.use(
      http.all('*/api/*', ({ request }) => {
        const asked = `${request.method} ${new URL(request.url).pathname}`
        return lists.has(asked)
          ? HttpResponse.json({
              count: 0,
              unseen: 0,
              hidden: 0,
              counts: {},
              kinds,
              ...visits,
              rows: [],
            })
          : HttpResponse.json({ message: 'There is none', errors: [] }, { status: 404 })
      }),
    )
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { Component } = (await screens[name]()) as { Component: ComponentType }
    const { router } = await draw(<Component />, { at, path })
    const main = () => document.body.textContent ?? ''
    // A redirecting screen renders nothing.
    await waitFor(() => expect(main() !== '' || router.state.location.pathname !== path).toBe(true))
    if (screen.queryByTestId('has-panels') === null) return
    pages.push(at)
    await waitFor(() => expect(main()).toContain('Not found'), { timeout: 8_000 })
  },
)

it('the walk over unknown rows opens the screens with panels', () => {
  expect(pages.length).toBeGreaterThan(15)
})
