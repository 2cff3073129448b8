/**
 * Handles an address with a token of another person or company while a session runs: the page asks
 * before it replaces the session.
 */
import { createElement } from 'react'
import type { Root } from 'react-dom/client'
import type { auth } from '#contract/auth/auth.ts'
import type { Output } from '#contract/endpoint.ts'
import { send } from '#api/http.ts'
import { decodeToken } from '#entities/session/authSlice.ts'
import { i18n } from '#lib/i18n/i18n.ts'

export type Whose = Output<typeof auth.getSession>

/** True if `brought` would replace a valid session by that of another person or company. */
export function replacesOwner(kept: string | null, brought: string, now: number): boolean {
  const [running, next] = [kept === null ? null : decodeToken(kept), decodeToken(brought)]
  if (running === null || next === null || running.exp * 1000 <= now) return false
  return running.companyId !== next.companyId || running.userId !== next.userId
}

/**
 * Returns whether to use the new token. For an invalid token it returns `refused` without asking;
 * the caller reports it.
 */
export async function chooseSession(
  root: Root,
  kept: string,
  brought: string,
): Promise<'stay' | 'go' | 'refused'> {
  const [here, there] = await Promise.all([whose(kept), whose(brought)])
  if (there === null) return 'refused'
  if (here === null) return 'go' // The old session has ended meanwhile, so there is nothing to ask
  await i18n.loadNamespaces('auth')
  const { SwapQuestion } = await import('./SwapQuestion.tsx')
  return new Promise((resolve) => {
    root.render(createElement(SwapQuestion, { here, there, onChoose: resolve }))
  })
}

const REFUSED = 'plantroom.refusedInFrame'

/**
 * A frame shows the session of its surrounding page, or nothing, never another session of this
 * browser. Stored for the frame's life, because a reload has no token.
 */
export function saveRefusal(isRefused: boolean): void {
  try {
    if (isRefused) sessionStorage.setItem(REFUSED, '1')
    else sessionStorage.removeItem(REFUSED)
  } catch {
    // A frame without storage keeps no session either.
  }
}

export function wasRefused(): boolean {
  try {
    return sessionStorage.getItem(REFUSED) !== null
  } catch {
    return false
  }
}

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
    })) as Whose
  } catch {
    return null
  }
}
