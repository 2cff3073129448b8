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
