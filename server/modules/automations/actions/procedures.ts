import { removeScheduled as remove, scheduleTimes } from '../../schedules/index.ts'
import { placeOf, type Executor } from './executor.ts'

export const scheduleProcedure: Executor<'scheduleProcedure'> = async (
  { scope, performedLog, run },
  { procedureId, times, within },
) => {
  const made = await scheduleTimes(scope, placeOf(performedLog), {
    procedureId,
    times,
    within,
    name: run.name ?? performedLog.procedureName,
    runId: run.id,
  })
  return made === null
    ? { outcome: 'skipped', code: 'wrongTarget' }
    : { outcome: 'done', rruleId: made.ruleId, details: { times, until: made.until } }
}

export const removeScheduled: Executor<'removeScheduled'> = async (
  { scope, performedLog },
  { procedureId },
) => {
  const count = await remove(scope, placeOf(performedLog), procedureId)
  return count === 0
    ? { outcome: 'skipped', code: 'nothingScheduled' }
    : { outcome: 'done', details: { count } }
}
