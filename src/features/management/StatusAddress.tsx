import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

export function StatusAddress() {
  const { equipmentStatusId } = useParams()
  return (
    <Navigate
      to={pathTo(
        'managementList',
        { referenceList: 'equipment-statuses' },
        { id: equipmentStatusId },
      )}
      replace
    />
  )
}
