/**
 * An address brings a token of somebody else, or of another company, while a session runs: never
 * swapped without a word.
 */
import { createElement } from 'react'
import type { Root } from 'react-dom/client'
import type { auth } from '#contract/auth'
import type { Output } from '#contract/endpoint'
import { send } from '../api/http.ts'
import { decodeToken } from '../entities/session/authSlice.ts'
import { i18n } from '../lib/i18n/i18n.ts'

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
 * The token to go on with: the brought one, or null to stay. A brought token that opens nothing is
 * not asked about.
 */
export async function chooseSession(
  root: Root,
  kept: string,
  brought: string,
): Promise<'stay' | 'go'> {
  const [here, there] = await Promise.all([whose(kept), whose(brought)])
  if (there === null) return 'stay'
  if (here === null) return 'go' // what ran has ended meanwhile: nobody is put out
  await i18n.loadNamespaces('auth')
  const { SwapQuestion } = await import('./SwapQuestion.tsx')
  return new Promise((resolve) => {
    root.render(createElement(SwapQuestion, { here, there, onChoose: resolve }))
  })
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
