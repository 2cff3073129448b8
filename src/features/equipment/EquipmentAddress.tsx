import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

/** An equipment's own address opens the list with its panel: one screen, one place to look. */
export function EquipmentAddress() {
  const { equipmentId } = useParams()
  return <Navigate to={pathTo('equipment', undefined, { id: equipmentId })} replace />
}
