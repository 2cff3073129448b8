import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

export function ItemAddress() {
  return (
    <Navigate
      replace
      to={pathTo('dashboardItems', undefined, { id: Number(useParams()['dashboardItemId']) })}
    />
  )
}
