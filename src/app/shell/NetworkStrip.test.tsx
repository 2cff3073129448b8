import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { asking, reportServerReached, reportCachedAnswer } from '#api/network.ts'
import { NetworkStrip } from './NetworkStrip.tsx'

pretendServer()

it('the network strip reports a missing network and the age of kept data, and goes at an answer', async () => {
  await draw(<NetworkStrip />, { namespaces: ['shell'] })
  act(() => asking()())
  await screen.findByText(/^The data shown may be out of date\. /)
  act(() => reportCachedAnswer(Date.parse('2026-11-20T08:00:00Z')))
  await screen.findByText(/Data as of:/)
  act(() => reportServerReached())
  expect(screen.queryByText('No network.')).toBeNull()
})

it.each([
  ['/procedure/4/perform', /Your work is saved on this device and sent automatically/],
  ['/procedures/4/edit', /Other changes are not: keep this page open and save them when/],
  ['/tickets/9', /comments, state changes and meter readings are saved.* Other changes are not/],
])('the network strip promises at %s what holds there', async (at, words) => {
  await draw(<NetworkStrip />, { namespaces: ['shell'], at })
  act(() => reportCachedAnswer(Date.parse('2026-11-20T08:00:00Z')))
  await screen.findByText(words)
  act(() => reportServerReached())
})
