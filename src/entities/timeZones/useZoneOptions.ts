import { useMemo } from 'react'
import { offsetText } from '#contract/rules/zoneText.ts'
import { useListTimeZonesQuery } from './calls.ts'

export interface ZoneOption {
  value: string
  label: string
}

interface ZoneOptions {
  options: ZoneOption[]
  isLoading: boolean
  current: string | undefined
}

/**
 * The server's time zones with their present offsets, for a picker. The browser's zone data may be
 * old. `own` is offered even if the server does not list it, and before the list has arrived.
 */
export function useZoneOptions(own: string): ZoneOptions {
  const { data, isLoading } = useListTimeZonesQuery()
  const options = useMemo(() => {
    const listed = (data?.rows ?? []).map(({ zone, offset }) => ({
      value: zone,
      label: `${wordsOf(zone)} (${offset === 0 ? 'UTC' : offsetText(offset)})`,
    }))
    return own === '' || listed.some(({ value }) => value === own)
      ? listed
      : [{ value: own, label: wordsOf(own) }, ...listed]
  }, [data, own])
  const name = data?.renamed.find(({ zone }) => zone === own)?.current ?? own
  const isListed = data === undefined || data.rows.some(({ zone }) => zone === name)
  return { options, isLoading, current: isListed ? name : undefined }
}

const wordsOf = (zone: string): string => zone.replaceAll('_', ' ')
