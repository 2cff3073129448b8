import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

/** A card's own address: the list with its panel open. */
export function ItemAddress() {
  return (
    <Navigate
      replace
      to={pathTo('dashboardItems', undefined, { id: Number(useParams()['dashboardItemId']) })}
    />
  )
}
