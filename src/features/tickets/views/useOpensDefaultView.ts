import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAddressQuery } from '#lib/addressState.ts'
import { useListTicketViewsQuery } from './calls.ts'
import { addressOf } from './viewSettings.ts'

/**
 * Replaces an address without filters by the user's default view, once for each visit of the list.
 * Returns true until that is decided. Clearing the filters later shows all open tickets.
 */
export function useOpensDefaultView(): boolean {
  const isPlain = useAddressQuery().size === 0
  const [isDeciding, setIsDeciding] = useState(isPlain)
  const navigate = useNavigate()
  const { data, error } = useListTicketViewsQuery()
  const chosen = data?.rows.find(({ isDefault }) => isDefault)
  const isKnown = data !== undefined || error !== undefined
  useLayoutEffect(() => {
    if (!isDeciding || !isKnown) return
    setIsDeciding(false)
    if (isPlain && chosen !== undefined)
      void navigate({ search: addressOf(chosen.settings) }, { replace: true })
  }, [isDeciding, isKnown, isPlain, chosen, navigate])
  return isDeciding
}
