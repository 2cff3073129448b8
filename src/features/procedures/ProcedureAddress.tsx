import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

/** `/procedure/12` is the list with its panel open. */
export function ProcedureAddress() {
  const { procedureId } = useParams()
  return <Navigate replace to={pathTo('procedures', {}, { id: procedureId })} />
}
