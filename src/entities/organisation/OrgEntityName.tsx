import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

export const OrgEntityName = ({ of }: { of: { id: number; name: string } }) => (
  <Link to={pathTo('orgEntities', undefined, { id: of.id })}>
    <bdi>{of.name}</bdi>
  </Link>
)
