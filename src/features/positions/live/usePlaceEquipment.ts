import { useState } from 'react'
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
  const [spot, setSpot] = useState<Spot | null>(null)
  const reach = useGatewayReach(state.placing ? state.id : null, floor?.id ?? null)
  return {
    isPlacing: state.placing,
    spot,
    setSpot,
    reach,
    begin(): void {
      setSpot(null)
      change({ placing: true, replay: '' }, { push: true })
    },
    end(): void {
      setSpot(null)
      change({ placing: false })
      positions?.soon()
    },
  }
}
