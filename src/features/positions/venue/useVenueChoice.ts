import { useDispatch, useSelector } from 'react-redux'
import { rtlsCalls } from '../calls.ts'
import { rtlsSlice, type MapMode, type RtlsState } from '../rtlsSlice.ts'

export function useVenueChoice(asked: { building: number | null; floor: number | null }) {
  const dispatch = useDispatch()
  const kept = useSelector((state: { rtls: RtlsState }) => state.rtls)
  const { data: venues, error, isFetching, refetch } = rtlsCalls.useListBuildingsQuery()
  const buildings = venues?.rows ?? []
  const ofFloor = buildings.find(({ floors }) => floors.some(({ id }) => id === asked.floor))
  // A building without floors is shown only if the address names it.
  const drawn = buildings.filter(({ floors }) => floors.length > 0)
  const building =
    ofFloor ??
    find(buildings, asked.building) ??
    find(drawn, kept.buildingId) ??
    drawn[0] ??
    buildings[0]
  const floors = building?.floors ?? []
  const floorMark =
    find(floors, asked.floor) ??
    find(floors, kept.floorId) ??
    find(floors, floors.find(({ ordinal }) => ordinal === 0)?.id ?? null) ??
    floors[0]
  // A remembered floor may be gone. This is not reported, because the user did not request that
  // floor.
  const named = asked.floor === null ? find(buildings, asked.building) : ofFloor
  const isAsked = asked.floor !== null || asked.building !== null
  // Loads the address's floor in parallel with the list of buildings.
  const floorId = venues === undefined ? asked.floor : (floorMark?.id ?? null)
  const { data: plan, error: floorError } = rtlsCalls.useGetFloorQuery(
    { params: { id: floorId ?? 0 } },
    { skip: floorId === null },
  )
  return {
    isLoading: venues === undefined,
    /** The address names an unknown floor or building, so another is shown. */
    isElsewhere: venues !== undefined && !isFetching && isAsked && named === undefined,
    failure: error ?? (floorMark === undefined ? undefined : floorError),
    retry: () => void refetch(),
    buildings,
    building,
    floors,
    floorMark,
    floor: floorMark === undefined ? undefined : plan,
    kept,
    remember(choice: { building?: number; floor?: number; mode?: MapMode }) {
      if (choice.building !== undefined) dispatch(rtlsSlice.actions.buildingChosen(choice.building))
      if (choice.floor !== undefined) dispatch(rtlsSlice.actions.floorChosen(choice.floor))
      if (choice.mode !== undefined) dispatch(rtlsSlice.actions.modeChosen(choice.mode))
    },
  }
}

const find = <T extends { id: number }>(list: readonly T[], id: number | null): T | undefined =>
  list.find((one) => one.id === id)

export type Venue = ReturnType<typeof useVenueChoice>
