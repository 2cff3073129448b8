import { removeScheduled as remove } from '../../schedules/index.ts'
import { equipmentOrLocation, placeOf, type ServerAction } from './kind.ts'

export const removeScheduled: ServerAction<'removeScheduled'> = {
  async execute({ scope, performedLog }, { procedureId }) {
    const count = await remove(scope, placeOf(performedLog), procedureId)
    return count === 0
      ? { outcome: 'skipped', code: 'nothingScheduled' }
      : { outcome: 'done', details: { count } }
  },
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
