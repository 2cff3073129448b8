import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

/** `/rrule/12` opens the list with the panel of that schedule. */
export function ScheduleAddress() {
  const { ruleId } = useParams()
  return <Navigate replace to={pathTo('schedules', undefined, { id: ruleId })} />
}
