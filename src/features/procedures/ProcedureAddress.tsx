import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

export function ProcedureAddress() {
  const { procedureId } = useParams()
  return <Navigate replace to={pathTo('procedures', {}, { id: procedureId })} />
}
