import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Whether what the frame of the page lays over a screen is open: until it is closed, or until Back or
 * a link brings another screen under it.
 */
export function useOpenHere(): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  useEffect(() => setOpenedAt(null), [key]) // else Forward would open it again
  const setIsOpen = useCallback((isOpen: boolean) => setOpenedAt(isOpen ? key : null), [key])
  return [openedAt === key, setIsOpen]
}
