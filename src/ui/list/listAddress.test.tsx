// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { inAddress } from '#lib/addressState.ts'
import { listAddress, useListAddress } from './listAddress.ts'

pretendServer()

const shape = {
  ...listAddress(['name'], 'name', 'ticket'),
  mode: inAddress.oneOf(['show', 'edit', 'new'], 'show'),
  new: inAddress.flag(),
  edit: inAddress.flag(),
}

function Row() {
  const { linkTo } = useListAddress(shape)
  return <Link to={linkTo({ id: 7 })}>Pump 7</Link>
}

describe('the address of a row', () => {
  it.each(['?mode=new', '?new=1', '?id=5&mode=edit', '?id=5&edit=1'])(
    'opens it for reading, even if %s was being written',
    async (written) => {
      await draw(<Row />, { at: `/things${written}&search=pump` })
      const href = screen.getByRole('link', { name: 'Pump 7' }).getAttribute('href') ?? ''
      expect(Object.fromEntries(new URL(href, 'http://here').searchParams)).toEqual({
        search: 'pump',
        id: '7',
      })
    },
  )
})

describe('the order of a list', () => {
  function Asked() {
    const { question } = useListAddress(shape, { hasNearest: true })
    return <output>{JSON.stringify(question)}</output>
  }
  it.each([
    ['?search=pump', { search: 'pump' }],
    ['?search=pump&sort=-name', { search: 'pump', sort: '-name' }],
    ['', { sort: 'name' }],
  ])('is left to the server in a search that names none (%s)', async (address, asked) => {
    await draw(<Asked />, { at: `/things${address}` })
    expect(JSON.parse(screen.getByText(/^\{/).textContent)).toEqual({
      limit: 50,
      offset: 0,
      ...asked,
    })
  })
})
