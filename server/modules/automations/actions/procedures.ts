import { removeScheduled as remove, scheduleTimes } from '../../schedules/index.ts'
import { placeOf, type Executor } from './executor.ts'

export const scheduleProcedure: Executor<'scheduleProcedure'> = async (
  { scope, performed, run },
  { procedureId, times, within },
) => {
  const made = await scheduleTimes(scope, placeOf(performed), {
    procedureId,
    times,
    within,
    name: run.name ?? performed.procedureName,
    runId: run.id,
  })
  return made === null
    ? { outcome: 'skipped', code: 'wrongTarget' }
    : { outcome: 'done', rruleId: made.ruleId, said: { times, until: made.until } }
}

export const removeScheduled: Executor<'removeScheduled'> = async (
  { scope, performed },
  { procedureId },
) => {
  const count = await remove(scope, placeOf(performed), procedureId)
  return count === 0
    ? { outcome: 'skipped', code: 'nothingScheduled' }
    : { outcome: 'done', said: { count } }
}
