import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { asking, reportServerReached, reportCachedAnswer } from '#api/network.ts'
import { NetworkStrip } from './NetworkStrip.tsx'

pretendServer()

it('the network strip reports a missing network and the age of kept data, and goes at an answer', async () => {
  await draw(<NetworkStrip />, { namespaces: ['shell'] })
  act(() => asking()())
  await screen.findByText(/^What is on screen may be old\. /)
  act(() => reportCachedAnswer(Date.parse('2026-11-20T08:00:00Z')))
  await screen.findByText(/Shown as it was:/)
  act(() => reportServerReached())
  expect(screen.queryByText('No network.')).toBeNull()
})

it.each([
  ['/procedure/4/perform', /What you do is kept on this device and sent by itself/],
  ['/procedures/4/edit', /Other changes are not: keep this page open and save them when/],
  ['/tickets/9', /comments and steps of tickets are kept.* Other changes are not/],
])('the network strip promises at %s what holds there', async (at, words) => {
  await draw(<NetworkStrip />, { namespaces: ['shell'], at })
  act(() => reportCachedAnswer(Date.parse('2026-11-20T08:00:00Z')))
  await screen.findByText(words)
  act(() => reportServerReached())
})
