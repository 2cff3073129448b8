import { useEffect, useState } from 'react'
import { KEPT_HASH } from '#contract/rules/labelReports.ts'
import { prefix } from '#contract/rules/truncate.ts'
import { labelCalls } from './calls.ts'

/** What a label stands on, from the hashes that the device keeps for a round. */
export function useKeptLabel(code: string, isWanted: boolean) {
  const { data } = labelCalls.useListLabelHashesQuery(undefined, { skip: !isWanted })
  const [hash, setHash] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (isWanted) void hashOf(code).then((made) => isCurrent && setHash(made))
    return () => {
      isCurrent = false
    }
  }, [code, isWanted])
  return hash === null ? undefined : data?.rows.find((row) => row.hash === hash)
}

/** As the server stores it (kernel/data/labelCodeHash.ts). */
async function hashOf(code: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return prefix(text.replaceAll('+', '-').replaceAll('/', '_'), KEPT_HASH)
}
