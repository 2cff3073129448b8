import { useEffect, useState } from 'react'
import { deviceFile } from './deviceFiles.ts'

export function useDeviceImage(key: string): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let left = false
    void deviceFile(key).then((file) => {
      if (left || file === undefined) return
      made = URL.createObjectURL(new Blob([file.bytes], { type: file.mime }))
      setAddress(made)
    })
    return () => {
      left = true
      setAddress(null)
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [key])
  return address
}
