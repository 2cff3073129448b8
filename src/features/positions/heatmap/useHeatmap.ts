import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useClaims } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { toMovers, frozenFeed } from '#map/movers.ts'
import { rtlsCalls } from '../calls.ts'
import { heatColours } from './HeatLegend.tsx'
import { heatColourOf, heatStepOf, heatSteps } from './heatScale.ts'
import { chosenSpan, iso } from '../replay/span.ts'
import { heatMeasures, useZoneHeat } from './useZoneHeat.ts'
import { useVenueChoice } from '../venue/useVenueChoice.ts'

export const heatSpans = ['shift', 'day', 'yesterday'] as const
const address = {
  building: inAddress.id('building'),
  floor: inAddress.id('floor'),
  thing: inAddress.id('equipment'),
  type: inAddress.id('equipmentType'),
  span: inAddress.oneOf([...heatSpans, 'own'], 'day'),
  since: inAddress.text(),
  until: inAddress.text(),
  measure: inAddress.oneOf(heatMeasures, 'cells'),
}
const nothingMoves = frozenFeed(toMovers([]))

export type Heatmap = ReturnType<typeof useHeatmap>

export function useHeatmap() {
  const [state, change] = useAddressState(address)
  const thing = useNamedThing(state.thing)
  const timeZone = useClaims()?.tz ?? 'UTC'
  const [now] = useState(() => Date.now())
  const { span: kind, since, until, measure } = state
  const span = useMemo(
    () => chosenSpan({ kind, since, until }, now, timeZone),
    [kind, since, until, now, timeZone],
  )
  const question = {
    ...iso(span),
    ...(thing === null ? {} : { equipmentId: thing }),
    ...(state.type === null ? {} : { filter: { equipmentTypeIds: [state.type] } }),
  }
  // The heatmap of one equipment opens on its main floor, unless the user chooses another.
  const isWhereItWas = thing !== null && state.floor === null && state.building === null
  const ofThing = rtlsCalls.useGetHeatmapQuery(isWhereItWas ? { body: question } : skipToken)
  const venue = useVenueChoice({
    building: state.building,
    floor: isWhereItWas ? (ofThing.data?.floorId ?? null) : state.floor,
  })
  const floorId = venue.floorMark?.id
  const ofFloor = rtlsCalls.useGetHeatmapQuery(
    isWhereItWas || floorId === undefined ? skipToken : { body: { ...question, floorId } },
  )
  const { data, error, refetch } = isWhereItWas ? ofThing : ofFloor
  const zones = useZoneHeat(venue.floor?.id === floorId ? venue.floor : undefined, measure, {
    ...iso(span),
    equipmentTypeId: state.type,
    equipmentId: thing,
  })
  const { steps, past } = useCells(measure === 'cells' ? data?.cells : undefined)
  return {
    state,
    change,
    thing,
    timeZone,
    span,
    venue,
    floorId,
    isPlaceKnown: !isWhereItWas || data !== undefined || error !== undefined,
    data,
    error,
    retry: () => void refetch(),
    zones,
    steps,
    past,
  }
}

function useNamedThing(asked: number | null): number | null {
  const { equipmentId } = useParams()
  const named = equipmentId === undefined ? null : Number(equipmentId)
  return asked ?? (Number.isInteger(named) ? named : null)
}

interface Cell {
  longitude: number
  latitude: number
  seconds: number
}
const noCells: readonly Cell[] = []

/** The stage's props: no movers, and each cell in its step's colour. */
function useCells(cells: readonly Cell[] = noCells) {
  return useMemo(() => {
    const steps = heatSteps(cells.map(({ seconds }) => seconds))
    const heat = cells.map(({ seconds, ...at }) => {
      const rank = heatStepOf(steps, seconds)
      return { at, rank, colour: heatColourOf(heatColours, rank, steps.length) ?? '' }
    })
    return { steps, past: { feed: nothingMoves, at: null, marks: { heat } } }
  }, [cells])
}
