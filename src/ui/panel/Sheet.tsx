import { Suspense, useState } from 'react'
import { OpenSheet } from '#ui/lateParts.tsx'
import type { SheetProps } from './OpenSheet.tsx'

/**
 * A sheet from an edge of the screen; the back button closes it, as phone users expect. Loads when
 * it first opens, or before when the browser is idle.
 */
export function Sheet(props: SheetProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return (
    wasOpen && (
      <Suspense fallback={null}>
        <OpenSheet {...props} />
      </Suspense>
    )
  )
}
