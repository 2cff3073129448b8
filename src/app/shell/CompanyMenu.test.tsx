import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { CompanyMenu } from './CompanyMenu.tsx'

const server = pretendServer()
const placeholder = { id: null, uuid: null, name: '-' }
const hospital = { id: 1, uuid: 'a', name: 'St. Brigid' }
const factory = { id: 2, uuid: 'b', name: 'North Mill' }

async function show(...companies: object[]) {
  server.use(
    http.get('http://localhost/api/companies/get-tiny', () =>
      HttpResponse.json([placeholder, ...companies]),
    ),
  )
  return draw(<CompanyMenu company={{ ...hospital, logoFileId: null }} />, {
    namespaces: ['shell'],
    also: [{ path: '/switch-company/:companyId', element: 'On the way' }],
  })
}

it('the company menu is plain text for a user of one company', async () => {
  await show(hospital)
  expect(await screen.findByText('St. Brigid')).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('the company menu leads to the other companies, and does not offer the placeholder', async () => {
  const { router } = await show(hospital, factory)
  await userEvent.click(await screen.findByRole('button', { name: 'St. Brigid: switch company' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['St. Brigid', 'North Mill'])
  expect(screen.getByRole('link', { name: 'North Mill' })).toHaveAttribute(
    'href',
    '/switch-company/2',
  )
  await userEvent.click(screen.getByRole('link', { name: 'North Mill' }))
  expect(await screen.findByText('On the way')).toBeVisible()
  expect(router.state.location.pathname).toBe('/switch-company/2')
})

it('the company menu is pressed by the keyboard as by the mouse', async () => {
  const { router } = await show(hospital, factory)
  await userEvent.click(await screen.findByRole('button', { name: 'St. Brigid: switch company' }))
  const item = await screen.findByRole('menuitem', { name: 'North Mill' })
  fireEvent.keyDown(item, { key: 'Enter', keyCode: 13, which: 13 })
  await waitFor(() => expect(router.state.location.pathname).toBe('/switch-company/2'))
})
