// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import type { DrawnRoom } from './drawing/plan.ts'
import { OthersOfPlace } from './OthersOfPlace.tsx'

pretendServer()

const room = (key: string, place: number | null): DrawnRoom => ({
  key,
  id: null,
  code: key,
  name: '',
  kind: 'room',
  category: null,
  corners: [],
  holes: [],
  place: place === null ? null : { id: place, name: `Ward ${place}` },
  makesPlace: false,
})

const said = async (one: DrawnRoom, rooms: DrawnRoom[]) => {
  const { container } = await draw(<OthersOfPlace room={one} rooms={[one, ...rooms]} />, {
    namespaces: ['plans'],
  })
  return container.textContent?.replace(/[\u2066-\u2069]/g, '') ?? ''
}

it('the note on a room names the other rooms of its location', async () => {
  expect(await said(room('1.01', 7), [room('1.02', 7), room('1.03', 7), room('1.04', 8)])).toMatch(
    /drawn for 1\.02 and 1\.03\./,
  )
})

it('the note on a room names five, and says how many more there are', async () => {
  const others = Array.from({ length: 8 }, (_one, index) => room(`2.0${index + 1}`, 7))
  expect(await said(room('1.01', 7), others)).toMatch(/2\.05 and 3 more\./)
})

it('the note on a room is missing if its location has no other, or it has none', async () => {
  expect(await said(room('1.01', 7), [room('1.02', null)])).toBe('')
  expect(await said(room('1.01', null), [room('1.02', null)])).toBe('')
})
