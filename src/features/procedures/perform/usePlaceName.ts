import { equipment } from '#contract/equipment/equipment.ts'
import { locations } from '#contract/locations/locations.ts'
import { injectContract } from '#api/api.ts'
import type { Place } from './performDraft.ts'

const { useGetEquipmentQuery } = injectContract(equipment)
const { useGetLocationQuery } = injectContract(locations)

export function usePlaceName(place: Place): { title: string; hint: string | null } {
  const { data: item } = useGetEquipmentQuery(
    { params: { id: place.id } },
    { skip: place.kind !== 'equipment' },
  )
  const { data: location } = useGetLocationQuery(
    { params: { id: place.id } },
    { skip: place.kind !== 'location' },
  )
  if (place.kind === 'equipment') {
    const hint = [item?.equipmentId, item?.location?.name]
      .filter((part) => part !== undefined && part !== null)
      .join(' · ')
    return { title: item?.name ?? '…', hint: hint === '' ? null : hint }
  }
  return { title: location?.name ?? '…', hint: location?.path.at(-1)?.name ?? null }
}
