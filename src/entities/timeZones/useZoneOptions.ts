import { useMemo } from 'react'
import { useListTimeZonesQuery } from './calls.ts'

export interface ZoneOption {
  value: string
  label: string
}

interface ZoneOptions {
  options: ZoneOption[]
  isLoading: boolean
  /** False if the server does not list `own`. */
  isKnown: boolean
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
      label: `${wordsOf(zone)} (${offsetText(offset)})`,
    }))
    return own === '' || listed.some(({ value }) => value === own)
      ? listed
      : [{ value: own, label: wordsOf(own) }, ...listed]
  }, [data, own])
  const isKnown = data === undefined || data.rows.some(({ zone }) => zone === own)
  return { options, isLoading, isKnown }
}

const wordsOf = (zone: string): string => zone.replaceAll('_', ' ')

/** `UTC+02:00`. */
function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
