import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

/** `/procedure/12` opens the list with the panel of that procedure. */
export function ProcedureAddress() {
  const { procedureId } = useParams()
  return <Navigate replace to={pathTo('procedures', {}, { id: procedureId })} />
}
