import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
import * as downloads from '../../lib/download.ts'
import { Template } from './Template.tsx'

pretendServer()
afterEach(() => vi.restoreAllMocks())

it.each([
  ['en', 'Code,Name,Type,'],
  ['cs', 'Kód,Název,Typ,'],
  ['he', 'קוד,שם,סוג,'],
] as const)('has its headings in the words of who takes it: %s', async (language, headings) => {
  const handed = vi.spyOn(downloads, 'download').mockReturnValue()
  await draw(<Template kind="locations" />, { language, namespaces: ['imports', 'entities'] })
  await userEvent.click(await screen.findByRole('button'))
  const [heading] = ((await handed.mock.calls[0]?.[1].text()) ?? '').split('\r\n')
  expect(heading?.slice(0, headings.length)).toBe(headings)
})
