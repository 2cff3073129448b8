import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useRememberedSelection, useSelectionBefore } from './selectedEquipment.ts'

pretendServer()
const address = { id: inAddress.integer(), room: inAddress.integer() }

function TheMap() {
  useRememberedSelection(useAddressState(address)[0].id)
  return <p>the map</p>
}

function Nearest() {
  const [{ id }, change] = useAddressState(address)
  useSelectionBefore(id, (before) => change({ id: before }))
  return <p>from: {id ?? 'nothing'}</p>
}

const show = (at: string) =>
  draw(<TheMap />, {
    at,
    path: '/mapping',
    namespaces: ['map'],
    also: [{ path: '/nearest', element: <Nearest /> }],
  })

it('the picker begins with the equipment that was looked at on the map, and with none once that was closed', async () => {
  const { router, store } = await show('/mapping?id=7')
  await act(async () => {
    await router.navigate('/nearest')
  })
  expect(await screen.findByText('from: 7')).toBeVisible()
  await act(async () => {
    await router.navigate('/nearest?id=8')
  })
  expect(store.getState().rtls.selectedEquipmentId).toBe(8)
  await act(async () => {
    await router.navigate('/mapping')
  })
  await act(async () => {
    await router.navigate('/nearest')
  })
  expect(await screen.findByText('from: nothing')).toBeVisible()
})

it('the picker follows what a link asks for', async () => {
  const { router } = await show('/mapping?id=7')
  await act(async () => {
    await router.navigate('/nearest?room=2')
  })
  expect(await screen.findByText('from: nothing')).toBeVisible()
})
