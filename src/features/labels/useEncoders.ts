import { useEffect, useState } from 'react'
import type { LabelCode } from '#contract/rules/labels.ts'
import type { Encoders } from './labelCode.ts'

interface Loaded {
  encoders: Encoders | undefined
  hasFailed: boolean
  retry(): void
}

/** Loads the encoders when a code needs them. QR codes do not. */
export function useEncoders(code: LabelCode): Loaded {
  const [encoders, setEncoders] = useState<Encoders>()
  const [tries, setTries] = useState(0)
  const [failedTry, setFailedTry] = useState<number>()
  const isNeeded = code !== 'qr' && encoders === undefined
  useEffect(() => {
    if (!isNeeded) return
    let isLeft = false
    void import('./barcodes.ts').then(
      (loaded) => {
        if (!isLeft) setEncoders(loaded)
      },
      () => {
        if (!isLeft) setFailedTry(tries)
      },
    )
    return () => {
      isLeft = true
    }
  }, [isNeeded, tries])
  return {
    encoders,
    hasFailed: isNeeded && failedTry === tries,
    retry: () => setTries((before) => before + 1),
  }
}
