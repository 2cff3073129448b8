import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { RelatedPage } from './RelatedPage.tsx'

pretendServer()

it('/related-card without an id asks for the equipment and sends no call for it', async () => {
  await draw(<RelatedPage />, { namespaces: ['related', 'titles'], at: '/related-card' })
  expect(await screen.findByRole('heading', { name: 'Related items' })).toBeVisible()
  expect(screen.getByRole('combobox')).toBeVisible()
})
