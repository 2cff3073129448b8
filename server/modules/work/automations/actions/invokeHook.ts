import { inArray } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { payloadOf, queueDeliveries, type NewDelivery } from '../../../foundation/hooks/index.ts'
import { equipmentOrLocation, type Effect, type ServerAction, type StepOf } from './kind.ts'

type Step = StepOf<'invokeHook'>

export const invokeHook: ServerAction<'invokeHook'> = {
  /** Queues the calls in the events' transaction. They are sent after it commits. */
  async executeSet(steps) {
    const [first] = steps
    if (!first) return []
    const { scope } = first.acting
    const hooks = await hooksOf(scope, steps)
    const called = steps.filter(({ action }) => hooks.get(action.hookId)?.isActive === true)
    const ids = await queueDeliveries(scope, called.map(deliveryOf))
    return steps.map((step): Effect => {
      const details = { hook: hooks.get(step.action.hookId)?.name ?? '' }
      const place = called.indexOf(step)
      return place === -1
        ? { outcome: 'skipped', code: 'hookOff', details }
        : { outcome: 'done', deliveryId: ids[place], details }
    })
  },
  effect: 'adds',
  order: 'any',
  backTest: equipmentOrLocation,
}

async function hooksOf({ db, actor }: Scope, steps: readonly Step[]) {
  const wanted = [...new Set(steps.map(({ action }) => action.hookId))]
  const rows = await db
    .select({ id: tables.apiHook.id, name: tables.apiHook.name, isActive: tables.apiHook.isActive })
    .from(tables.apiHook)
    .where(ofCompany(tables.apiHook, actor.companyId, inArray(tables.apiHook.id, wanted)))
  if (rows.length < wanted.length) throw refuseNotFound('API hook')
  return new Map(rows.map((row): [number, typeof row] => [row.id, row]))
}

function deliveryOf({ acting: { performedLog, run }, action: { hookId } }: Step): NewDelivery {
  const { log, event, subject, at, procedureId, procedureName, equipment, location, performer } =
    performedLog
  const payload = payloadOf(
    {
      automation: { id: run.automationId, name: run.name },
      procedure: procedureId === null ? null : { id: procedureId, name: procedureName },
      event,
      subject,
      at,
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
  return {
    hookId,
    payload,
    isTest: false,
    runId: run.id,
    automationId: run.automationId,
    automationName: run.name,
    procedureLogId: log?.id ?? null,
  }
}
