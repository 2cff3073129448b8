import { inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { fellowsBelow } from '../../../foundation/fellows/index.ts'
import { setStatus } from '../../../site/equipment/index.ts'
import type { Effect, ServerAction } from './kind.ts'

export const changeStatus: ServerAction<'changeStatus'> = {
  async executeSet(steps) {
    const [first] = steps
    if (!first) return []
    const { scope } = first.acting
    const on = steps.flatMap(({ acting, action }) =>
      acting.performedLog.equipment === null
        ? []
        : [{ scope: acting.scope, thing: acting.performedLog.equipment, to: action.statusId }],
    )
    if (on.length > 1)
      await refuseFellows(
        scope,
        on.map(({ thing }) => thing.id),
      )
    const nameOf = await statusNames(
      scope,
      on.flatMap(({ thing, to }) => [to, ...(thing.statusId === null ? [] : [thing.statusId])]),
    )
    const changed = new Set<number>()
    for (const [to, alike] of groupBy(on, (each) => each.to)) {
      const scopeOf = new Map(alike.map((each): [number, Scope] => [each.thing.id, each.scope]))
      const ids = alike.map(({ thing }) => thing.id)
      const set = await setStatus(scope, ids, to, { writer: (id) => scopeOf.get(id) ?? scope })
      for (const { equipmentIds } of set.before) for (const id of equipmentIds) changed.add(id)
    }
    return steps.map(({ acting: { performedLog }, action }): Effect => {
      const { equipment } = performedLog
      if (equipment === null) return { outcome: 'skipped', code: 'noEquipment' }
      const details = { from: nameOf(equipment.statusId), to: nameOf(action.statusId) }
      return changed.has(equipment.id)
        ? { outcome: 'done', details }
        : { outcome: 'skipped', code: 'alreadySo', details }
    })
  },
  effect: 'changes',
  order: 'given',
  async backTest(logs, { statusId }, scope) {
    const status = (await statusNames(scope, [statusId]))(statusId)
    return logs.map(({ equipment }) =>
      equipment === null || status === null ? [] : [`${equipment.name} → ${status}`],
    )
  },
}

/**
 * An action on a fellow and its owner must run one after the other, because the fellow follows its
 * owner.
 */
async function refuseFellows({ db, actor }: Scope, ids: readonly number[]): Promise<void> {
  if (new Set(ids).size < ids.length) throw new Error('One equipment is named twice')
  const below = await fellowsBelow(db, actor.companyId, ids)
  if (below.length > 0) throw new Error('Fellows go along with some of them')
}

async function statusNames({ db, actor }: Scope, ids: readonly Id<'equipmentStatus'>[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: tables.equipmentStatus.id, name: tables.equipmentStatus.name })
          .from(tables.equipmentStatus)
          .where(
            ofCompany(
              tables.equipmentStatus,
              actor.companyId,
              inArray(tables.equipmentStatus.id, [...new Set(ids)]),
            ),
          )
  return (id: number | null) => rows.find((one) => one.id === id)?.name ?? null
}
