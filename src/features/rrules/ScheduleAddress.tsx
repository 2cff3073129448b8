import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

export function ScheduleAddress() {
  const { ruleId } = useParams()
  return <Navigate replace to={pathTo('schedules', undefined, { id: ruleId })} />
}
