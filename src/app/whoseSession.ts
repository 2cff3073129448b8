/**
 * An address brings a token of somebody else, or of another company, while a session runs: never
 * swapped without a word.
 */
import { createElement } from 'react'
import type { Root } from 'react-dom/client'
import type { auth } from '#contract/auth/auth.ts'
import type { Output } from '#contract/endpoint.ts'
import { send } from '#api/http.ts'
import { decodeToken } from '#entities/session/authSlice.ts'
import { i18n } from '#lib/i18n/i18n.ts'

export type Whose = Output<typeof auth.getSession>

/**
 * True when taking `brought` would put another person, or company, in the place of a session that
 * still runs.
 */
export function swapsOwner(kept: string | null, brought: string, now: number): boolean {
  const [running, next] = [kept === null ? null : decodeToken(kept), decodeToken(brought)]
  if (running === null || next === null || running.exp * 1000 <= now) return false
  return running.companyId !== next.companyId || running.userId !== next.userId
}

/**
 * Whether to go on with the brought token. One that opens nothing is not asked about: that is
 * `refused`, and the caller's to say.
 */
export async function chooseSession(
  root: Root,
  kept: string,
  brought: string,
): Promise<'stay' | 'go' | 'refused'> {
  const [here, there] = await Promise.all([whose(kept), whose(brought)])
  if (there === null) return 'refused'
  if (here === null) return 'go' // what ran has ended meanwhile: nobody is put out
  await i18n.loadNamespaces('auth')
  const { SwapQuestion } = await import('./SwapQuestion.tsx')
  return new Promise((resolve) => {
    root.render(createElement(SwapQuestion, { here, there, onChoose: resolve }))
  })
}

const REFUSED = 'plantroom.refusedInFrame'

/**
 * A frame shows what the page around it signed in for, or nothing: never what another session of
 * this browser may see. Kept as long as the frame, since a reload in it brings no token any more.
 */
export function saveRefusal(isRefused: boolean): void {
  try {
    if (isRefused) sessionStorage.setItem(REFUSED, '1')
    else sessionStorage.removeItem(REFUSED)
  } catch {
    // a frame without storage keeps no session either
  }
}

export function wasRefused(): boolean {
  try {
    return sessionStorage.getItem(REFUSED) !== null
  } catch {
    return false
  }
}

/** Says so in the place of the application, and what to do. */
export async function showRefusal(root: Root): Promise<void> {
  await i18n.loadNamespaces('auth')
  const { RefusedInFrame } = await import('./RefusedInFrame.tsx')
  root.render(createElement(RefusedInFrame))
}

async function whose(token: string): Promise<Whose | null> {
  try {
    return (await send({
      method: 'GET',
      url: '/api/session',
      needsSession: false,
      bearer: token,
    })) as Whose // the contract's own answer
  } catch {
    return null
  }
}
