/** The thing that is looked at, handed on from one screen of the map to the next. */
import { useEffect, useRef } from 'react'
import { useStore } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { rtlsSlice, type RtlsState } from '../rtlsSlice.ts'

interface WithRtls {
  rtls: RtlsState
}

export function useRememberedSelection(id: number | null): void {
  const { dispatch } = useStore<WithRtls>()
  useEffect(() => void dispatch(rtlsSlice.actions.equipmentSelected(id)), [id, dispatch])
}

/**
 * A screen about one thing, opened by an address that names none, begins with the thing that was
 * looked at last.
 */
export function useSelectionBefore(id: number | null, select: (id: number) => void): void {
  const { dispatch, getState } = useStore<WithRtls>()
  const { search } = useLocation()
  const isArriving = useRef(true)
  useEffect(() => {
    const before = getState().rtls.selectedEquipmentId ?? null
    if (isArriving.current && id === null && search === '' && before !== null) select(before)
    else dispatch(rtlsSlice.actions.equipmentSelected(id))
    isArriving.current = false
  }, [id, search, select, dispatch, getState])
}
