import { useEffect, useRef, useState } from 'react'
import type { Corrections } from '#contract/venue/corrections.ts'
import { venueImports, type VenueImport } from '#contract/venue/venueImports.ts'
import { injectContract } from '#api/api.ts'
import { isApiFailure } from '#api/http.ts'
import { useHistory } from '#ui/feedback/undo/useHistory.ts'
import type { UndoProps } from '#ui/feedback/undo/UndoButtons.tsx'
import { nothing } from './editCorrections.ts'

const calls = injectContract(venueImports)

const isSame = (one: Corrections, other: Corrections): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export interface CorrectionsInHand extends UndoProps {
  now: Corrections
  isSaving: boolean
  /** Another user has corrected the import; `now` is not saved. */
  isStale: boolean
  /** The last save failed for a reason other than a conflict. */
  hasFailed: boolean
  change(next: Corrections): void
  /** After a conflict: shows the other user's corrections, or saves the local ones over them. */
  showTheirs(): void
  saveOver(): void
  retry(): void
}

export function useCorrections(read: VenueImport, onStale: () => void): CorrectionsInHand {
  const [save] = calls.useCorrectVenueImportMutation()
  const history = useHistory<Corrections>(read.corrections ?? nothing)
  const { now, restart } = history
  const [saved, setSaved] = useState({ corrections: now, version: read.version })
  const [state, setState] = useState<'ready' | 'saving' | 'stale' | 'failed'>('ready')
  const isBusy = useRef(false)

  // Saves one step at a time, always the newest.
  useEffect(() => {
    if (isBusy.current || state === 'stale' || state === 'failed' || now === saved.corrections)
      return
    isBusy.current = true
    setState('saving')
    void (async () => {
      const { data, error } = await save({
        params: { id: read.id },
        body: { version: saved.version, corrections: now },
      })
      isBusy.current = false
      if (data !== undefined) {
        setSaved({ corrections: now, version: data.version })
        setState('ready')
      } else if (isApiFailure(error) && error.status === 409) {
        setState('stale')
        onStale()
      } else setState('failed')
    })()
  }, [now, onStale, read.id, save, saved, state])

  // Adopts another user's corrections while no local step is pending.
  useEffect(() => {
    if (state !== 'ready' || now !== saved.corrections || read.version <= saved.version) return
    const theirs = read.corrections ?? nothing
    setSaved({ corrections: theirs, version: read.version })
    restart(theirs)
  }, [now, read.corrections, read.version, restart, saved, state])

  return {
    now,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    undo: history.undo,
    redo: history.redo,
    isSaving: state === 'saving' || (state === 'ready' && now !== saved.corrections),
    isStale: state === 'stale',
    hasFailed: state === 'failed',
    // Enter and blur report the same text twice.
    change: (next) => history.change(isSame(next, now) ? now : next),
    showTheirs() {
      const theirs = read.corrections ?? nothing
      setSaved({ corrections: theirs, version: read.version })
      restart(theirs)
      setState('ready')
    },
    saveOver() {
      setSaved((before) => ({ ...before, version: read.version }))
      setState('ready')
    },
    retry: () => setState('ready'),
  }
}
