import { useCallback, useState } from 'react'
import type { MapAddress } from '../address.ts'
import type { LivePositions } from './livePositions.ts'
import type { Spot } from '../venue/RoomSpot.tsx'
import { useGatewayReach } from './useGatewayReach.ts'

interface Surroundings {
  state: MapAddress[0]
  change: MapAddress[1]
  floor: { id: number } | undefined
  positions: LivePositions | null
}

export function usePlaceEquipment({ state, change, floor, positions }: Surroundings) {
  const [chosen, setChosen] = useState<{ floorId: number; spot: Spot } | null>(null)
  const setSpot = useCallback(
    (spot: Spot) => setChosen(floor === undefined ? null : { floorId: floor.id, spot }),
    [floor],
  )
  const reach = useGatewayReach(state.placing ? state.id : null, floor?.id ?? null)
  return {
    isPlacing: state.placing,
    /** A spot of another floor is not offered on this one. */
    spot: chosen !== null && chosen.floorId === floor?.id ? chosen.spot : null,
    setSpot,
    reach,
    begin(): void {
      setChosen(null)
      change({ placing: true, replay: '' }, { push: true })
    },
    end(): void {
      setChosen(null)
      change({ placing: false })
      positions?.soon()
    },
  }
}
