// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { BesideTitle, Page } from '#ui/page/Page.tsx'
import { PageJournalLink } from './PageJournalLink.tsx'

pretendServer()

const page = (
  <BesideTitle value={<PageJournalLink />}>
    <Page title="API keys">
      <p>keys</p>
    </Page>
  </BesideTitle>
)

it('the journal link leads from a page to the journal of its address', async () => {
  await draw(page, { at: '/external-api/api-keys', namespaces: ['titles'] })
  expect(await screen.findByRole('link', { name: 'Changes on this page' })).toHaveAttribute(
    'href',
    '/external-api/api-keys/journal',
  )
})

it('the journal link is shown only on pages that have one, and to users who may read it', async () => {
  await draw(page, { at: '/report', namespaces: ['titles'] })
  await screen.findByRole('heading')
  expect(screen.queryByRole('link')).toBeNull()
  await draw(page, {
    at: '/equipment',
    namespaces: ['titles'],
    token: tokenFor({ permissions: [] }),
  })
  expect(screen.queryByRole('link')).toBeNull()
})
