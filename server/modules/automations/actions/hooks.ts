import { and, eq } from 'drizzle-orm'
import { apiHook } from '../../../db/schema/index.ts'
import { notThere } from '../../../kernel/errors.ts'
import { payloadOf, queueDelivery } from '../../hooks/index.ts'
import type { Executor } from './executor.ts'

/** Written down here, with everything else that this event does; sent after it is. */
export const invokeHook: Executor<'invokeHook'> = async (
  { scope, performedLog, run },
  { hookId },
) => {
  const [hook] = await scope.db
    .select({ name: apiHook.name, isActive: apiHook.isActive })
    .from(apiHook)
    .where(and(eq(apiHook.companyId, scope.actor.companyId), eq(apiHook.id, hookId)))
  if (!hook) throw notThere('API hook')
  if (!hook.isActive) return { outcome: 'skipped', code: 'hookOff', details: { hook: hook.name } }
  const { log, procedureName, equipment, location, performer } = performedLog
  const payload = payloadOf(
    {
      automation: { id: run.automationId, name: run.name },
      procedure: { id: log.procedureId, name: procedureName },
      log,
      performer,
      equipment: equipment && {
        id: equipment.id,
        name: equipment.name,
        equipmentId: equipment.equipmentId,
      },
      location: location && { id: location.id, name: location.name },
    },
    false,
  )
  const deliveryId = await queueDelivery(scope, {
    hookId,
    payload,
    isTest: false,
    runId: run.id,
    automationId: run.automationId,
    automationName: run.name,
    procedureLogId: log.id,
  })
  return { outcome: 'done', deliveryId, details: { hook: hook.name } }
}
