import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { RetentionPage } from './RetentionPage.tsx'

const server = pretendServer()
let asked: string[] = []
beforeEach(() => {
  asked = []
  server.use(
    http.all('http://localhost/api/*', ({ request }) => {
      asked.push(new URL(request.url).pathname)
      return HttpResponse.json([])
    }),
  )
})
const drawFor = (...permissions: PermissionGroup[]) =>
  draw(<RetentionPage />, {
    at: '/management/retention',
    token: tokenFor({ permissions }),
    namespaces: ['retention', 'titles'],
  })

it('the retention page shows the archives with the export right alone, and asks for nothing else', async () => {
  await drawFor('exporter|company')
  expect(await screen.findByRole('button', { name: 'Create an archive' })).toBeVisible()
  expect(asked).toEqual(['/api/data-exports'])
})

it('the retention page shows nothing of them with the security right alone', async () => {
  await drawFor('viewer|security')
  expect(await screen.findByText(/do not have access/i)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create an archive' })).toBeNull()
  expect(asked).toEqual([])
})
