// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { someOf } from '#tests/longForm.ts'
import { NoRight, NotThere } from '#ui/feedback/states.tsx'
import { needsOf } from '#entities/rights/places.ts'
import { routes, type RouteName } from '#lib/paths.ts'
import { NotFound } from '../NotFound.tsx'
import { ForWhoMay, OfWhatIsThere } from './Screen.tsx'

pretendServer()

const guarded: readonly RouteName[] = [
  'apiKeys',
  'gateways',
  'gatewayTypes',
  'import',
  'importOne',
  'iotImport',
  'automationCenter',
  'management',
  'securityLog',
  'report',
  'metrics',
  'dashboardItems',
  'journal',
]

it.each(guarded)('a screen shows the page for a missing right instead of %s', async (route) => {
  await draw(
    <ForWhoMay route={route}>
      <form aria-label="Form" />
    </ForWhoMay>,
    { token: tokenFor({ permissions: [] }), namespaces: ['titles'] },
  )
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
})

it.each(guarded)('a screen shows %s to users who may open it', async (route) => {
  await draw(
    <ForWhoMay route={route}>
      <form aria-label="Form" />
    </ForWhoMay>,
    {
      token: tokenFor({ permissions: (needsOf(route) ?? []).slice(0, 1) }),
      namespaces: ['titles'],
    },
  )
  await screen.findByRole('form')
})

it('a screen that is for everyone is shown to everyone', async () => {
  await draw(
    <ForWhoMay route="tickets">
      <form aria-label="Form" />
    </ForWhoMay>,
    { token: tokenFor({ permissions: [] }), namespaces: ['titles'] },
  )
  await screen.findByRole('form')
})

it('a screen says alike, with a way out, that a right, an object or a page is missing', async () => {
  const refusals = [
    <ForWhoMay key="right" route="users">
      {null}
    </ForWhoMay>,
    <NoRight key="alone" />,
    <NotThere key="thing" isPage />,
    <NotFound key="page" />,
  ]
  const shapes = []
  for (const refusal of refusals) {
    const { container, unmount } = await draw(refusal, {
      token: tokenFor({ permissions: [] }),
      namespaces: ['titles', 'shell'],
    })
    expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/')
    shapes.push([...container.querySelectorAll('h1, h1 ~ *')].map(({ tagName }) => tagName))
    unmount()
  }
  expect(shapes).toEqual(refusals.map(() => ['H1', 'P', 'A']))
})

/** Every address with a number, with `text` in the number's position. */
const numbered = (Object.keys(routes) as RouteName[]).flatMap((route) => {
  const { path } = routes[route]
  return /:(id|\w+Id)\b/.test(path) ? [{ route, path }] : []
})
const filled = (path: string, text: string) =>
  path.replaceAll(/:(id|\w+Id)\b\??/g, text).replace(':entity', 'equipment')
const drawn = (route: RouteName, path: string, text: string) =>
  draw(
    <OfWhatIsThere route={route}>
      <form aria-label="Form" />
    </OfWhatIsThere>,
    { at: filled(path, text), path, namespaces: ['titles'] },
  )

it.each(numbered)(
  'a screen shows nothing and asks nothing at $path if the number is invalid',
  async ({ route, path }) => {
    const turn = numbered.findIndex((each) => each.path === path)
    for (const text of someOf(['abc', '-1', '1e3', '9999999999'], 1, turn)) {
      const { unmount } = await drawn(route, path, text)
      expect(screen.getByText('Not found')).toBeInTheDocument()
      expect(screen.queryByRole('form')).not.toBeInTheDocument()
      unmount()
    }
  },
)

it.each(numbered)('a screen is shown at $path', async ({ route, path }) => {
  await drawn(route, path, '7')
  expect(screen.getByRole('form')).toBeInTheDocument()
})

it.each([
  ['dashboardEditor', 'new'],
  ['dynamicDashboardEditor', '0'],
] as const)('a screen shows %s of what is not there yet', async (route, text) => {
  await drawn(route, routes[route].path, text)
  expect(screen.getByRole('form')).toBeInTheDocument()
})
