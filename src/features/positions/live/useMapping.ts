import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MapEquipment } from '#contract/rtls/rtlsShapes.ts'
import { pathTo } from '#lib/paths.ts'
import type { Picked } from '#map/useMapPicking.ts'
import { mapModes, useMapAddress } from '../address.ts'
import { areaAt, areaMarks, useFloorAreas } from '../areas/areaMarks.ts'
import { useLivePosition, useLivePositions } from './livePositions.ts'
import { useRememberedSelection } from './selectedEquipment.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import { useMarkerColour } from '../map/useMapLabels.ts'
import { usePlaceEquipment } from './usePlaceEquipment.ts'
import { useReplay } from '../replay/useReplay.ts'
import { useVenueChoice } from '../venue/useVenueChoice.ts'

export type Mapping = ReturnType<typeof useMapping>

export function useMapping() {
  const [state, change, queryWith] = useMapAddress()
  const navigate = useNavigate()
  const venue = useVenueChoice(state)
  const positions = useLivePositions(venue.building?.id ?? null)
  useRememberedSelection(state.id)
  const asked = mapModes.find((one) => one === state.mode) ?? venue.kept.mode
  const mode = asked === 'stack' && venue.floors.length < 2 ? '2D' : asked

  const lookedAt = { kind: state.replay, since: state.since, until: state.until }
  const replay = useReplay(lookedAt, state.id, venue.floorMark?.id ?? null, state.at)
  // During replay the floor follows the equipment.
  const followed = replay?.floorId ?? null
  const onOtherFloor = followed !== null && followed !== venue.floorMark?.id
  useEffect(() => {
    if (onOtherFloor) change({ floor: followed, building: null })
  }, [onOtherFloor, followed, change])

  const floor = venue.floor?.id === venue.floorMark?.id ? venue.floor : undefined
  const isLive = useLivePosition(positions, state.id) !== null
  const keptPlace = useKeptPlace(state, change, isLive || state.replay !== '')
  const showsAreas = venue.kept.toggles.areas !== false && mode !== 'stack'
  const areas = useFloorAreas(showsAreas ? floor?.id : undefined)
  const colourOf = useMarkerColour()
  const drawn = useMemo(() => areaMarks(areas, null, colourOf), [areas, colourOf])
  const placing = usePlaceEquipment({ state, change, floor, positions })

  // Brings a selection into view, unless it was clicked on the map itself. `turn` requests it
  // again.
  const [touched, setTouched] = useState<number | null>(null)
  const [turn, setTurn] = useState(0)
  const focusKey = state.id === null || state.id === touched ? '' : `${state.id}:${turn}`

  const goToFloor = useCallback(
    (next: number) => {
      change({ floor: next, building: null, room: null }, { push: true })
      venue.remember({ floor: next })
    },
    [change, venue],
  )
  const goToThing = useCallback(
    ({ position }: Pick<MapEquipment, 'position'>): void => {
      if (position !== null) change({ floor: position.floorId, building: null, replay: '' })
    },
    [change],
  )
  const { isPlacing, setSpot } = placing
  const pick = useCallback(
    ({ moverId, roomId, at }: Picked) => {
      if (isPlacing) return setSpot(at)
      if (moverId !== null) {
        setTouched(moverId)
        return change({ id: moverId, room: null, tab: 'now' }, { push: true })
      }
      const area = roomId === null ? areaAt(areas, at) : undefined
      if (area !== undefined) return void navigate(pathTo('areas', undefined, { area: area.id }))
      change({ room: roomId === state.room ? null : roomId, id: null, replay: '' }, { push: true })
    },
    [change, navigate, areas, isPlacing, setSpot, state.room],
  )

  return {
    state,
    change,
    venue,
    positions,
    mode,
    lookedAt,
    replay,
    floor,
    keptPlace,
    areas,
    drawn,
    placing,
    focusKey,
    pick,
    goToFloor,
    goToThing,
    goToBuilding(building: number): void {
      change({ building, floor: null, id: null, room: null, replay: '' }, { push: true })
      venue.remember({ building })
    },
    enterFloor(next: number): void {
      change({ floor: next, building: null, room: null, mode: '3D' }, { push: true })
      venue.remember({ floor: next, mode: '3D' })
    },
    changeMode(next: typeof mode): void {
      change({ mode: next })
      venue.remember({ mode: next })
    },
    showThing(row: Pick<MapEquipment, 'position'>): void {
      goToThing(row)
      if (row.position === null && keptPlace !== null)
        change({ floor: keptPlace.floorId, building: null, replay: '' })
      setTouched(null)
      setTurn((before) => before + 1)
    },
    /** During replay, the floor's past shows behind the panel. */
    closePanel(): void {
      change({ id: null, room: null, tab: 'now', placing: false }, { push: true })
      setTouched(null)
    },
    linkTo(
      row: { id: number; position?: { floorId: number } | null },
      then: { replay: typeof state.replay; at: number | null } = { replay: '', at: null },
    ): string {
      const floorId = row.position?.floorId ?? state.floor
      return queryWith({
        id: row.id,
        room: null,
        floor: floorId,
        building: floorId === null ? state.building : null,
        tab: 'now',
        ...then,
      })
    },
  }
}
