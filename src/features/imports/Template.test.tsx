import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import * as downloads from '#lib/download.ts'
import { Template } from './Template.tsx'

pretendServer()
afterEach(() => vi.restoreAllMocks())

it.each([
  ['en', 'Code,Name,Type,', 'R-204,Room 204,Room,'],
  ['cs', 'Kód,Název,Typ,', 'R-204,Místnost 204,Místnost,'],
  ['he', 'קוד,שם,סוג,', 'R-204,חדר 204,חדר,'],
] as const)(
  'the import template has its headings and its sample in the user’s language: %s',
  async (...row) => {
    const [language, headings, sample] = row
    const handed = vi.spyOn(downloads, 'download').mockReturnValue()
    await draw(<Template kind="locations" />, { language, namespaces: ['imports', 'entities'] })
    await userEvent.click(await screen.findByRole('button'))
    const [heading, written] = ((await handed.mock.calls[0]?.[1].text()) ?? '').split('\r\n')
    expect(heading?.slice(0, headings.length)).toBe(headings)
    expect(written?.slice(0, sample.length)).toBe(sample)
  },
)
