import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * Whether what the frame of the page lays over a screen is open: until it is closed, or until Back
 * brings another screen under it. A link in it closes it by itself.
 */
export function useOpenHere(): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { key } = useLocation()
  const how = useNavigationType()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (how === 'POP') setIsOpen(false)
  }, [key, how])
  return [isOpen, setIsOpen]
}
