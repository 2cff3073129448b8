import { scheduleTimes } from '../../schedules/index.ts'
import { checkSpan } from '../checkContext.ts'
import { equipmentOrLocation, placeOf, type ServerAction } from './kind.ts'

export const scheduleProcedure: ServerAction<'scheduleProcedure'> = {
  async execute({ scope, performedLog, run }, { procedureId, times, within }) {
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
  },
  check({ within }, { path }) {
    if (within.by === 'deadline' && within.deadline.kind === 'custom')
      checkSpan(within.deadline, `${path}.within.deadline`)
  },
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
