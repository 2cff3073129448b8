import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

/** `/rrule/12` is the list with its panel open. */
export function ScheduleAddress() {
  const { ruleId } = useParams()
  return <Navigate replace to={pathTo('schedules', undefined, { id: ruleId })} />
}
