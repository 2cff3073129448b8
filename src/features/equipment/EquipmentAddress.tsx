import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

export function EquipmentAddress() {
  const { equipmentId } = useParams()
  return <Navigate to={pathTo('equipment', undefined, { id: equipmentId })} replace />
}
