import { useEffect, useState } from 'react'

/** The value after it has not changed for a while. */
export function useDebounced<T>(value: T, milliseconds = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
