/** Hands the time zone of each loaded session to the page's formats. */
import { auth } from '#contract/auth/auth.ts'
import { injectContract } from '#api/api.ts'
import { restoreZone, saveZone } from '#lib/sentZone.ts'
import type { Store } from './store.ts'

export function applyCompanyZone(store: Store): void {
  const read = injectContract(auth).endpoints.getSession.select()
  restoreZone()
  store.subscribe(() => {
    const { data } = read(store.getState())
    if (data !== undefined) saveZone(data.company)
  })
}
