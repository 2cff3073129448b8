// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '../../../tests/drawing.tsx'
import { needsOf } from '../../entities/rights/places.ts'
import type { RouteName } from '../paths.ts'
import { ForWhoMay } from './Screen.tsx'

pretendServer()

const guarded: readonly RouteName[] = [
  'apiKeys',
  'gateways',
  'gatewayTypes',
  'import',
  'importOne',
  'automationCenter',
  'management',
  'securityLog',
  'report',
  'metrics',
  'dashboardItems',
  'journal',
]

it.each(guarded)('shows the page for no right to who may not open %s', async (route) => {
  await draw(
    <ForWhoMay route={route}>
      <form aria-label="Form" />
    </ForWhoMay>,
    { token: tokenFor({ permissions: [] }), namespaces: ['titles'] },
  )
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
})

it.each(guarded)('shows %s to who may', async (route) => {
  await draw(
    <ForWhoMay route={route}>
      <form aria-label="Form" />
    </ForWhoMay>,
    {
      token: tokenFor({ permissions: (needsOf(route) ?? []).slice(0, 1) }),
      namespaces: ['titles'],
    },
  )
  expect(await screen.findByRole('form')).toBeInTheDocument()
})

it('shows what is for everyone to everyone', async () => {
  await draw(
    <ForWhoMay route="tickets">
      <form aria-label="Form" />
    </ForWhoMay>,
    { token: tokenFor({ permissions: [] }), namespaces: ['titles'] },
  )
  expect(await screen.findByRole('form')).toBeInTheDocument()
})
