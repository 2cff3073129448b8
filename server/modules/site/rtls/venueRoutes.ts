import { venueImports as contract } from '#contract/venue/venueImports.ts'
import { venuePlans } from '#contract/venue/venuePlans.ts'
import { Readable } from 'node:stream'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { forgetFacts } from '../positions/index.ts'
import {
  createPlan,
  deletePlan,
  planOf,
  restorePlan,
  updatePlan,
  versionsOf,
  undoImport,
  applyVenueImport,
  oneImport,
  pictureOf,
  readFiles,
  saveCorrections,
  viewOf,
} from '../venues/index.ts'
import { populate, isSimulated } from '../simulator/index.ts'

export function venueHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    readVenueFiles: (scope, { params, wire }) => readFiles(kernel, scope, wire, params),
    getVenueImport: async (scope, { params }) => viewOf(scope, await oneImport(scope, params.id)),
    getPlannedFloor: async (scope, { params: { id, building, floor } }) =>
      pictureOf(scope, await oneImport(scope, id), { building, floor }),
    correctVenueImport: (scope, { params, body }) =>
      saveCorrections(kernel, scope, params.id, body),
    async getModelEquipment(scope, { params, wire }) {
      const { fileName, register } = await oneImport(scope, params.id)
      if (register === null) throw refuseNotFound('equipment')
      await recordSecurity(kernel, scope.db, {
        kind: 'exported',
        companyId: scope.actor.companyId,
        byUserId: scope.actor.userId,
        network: wire.from,
        detail: { what: 'modelEquipment', rows: register.rows },
      })
      return wire.download({
        name: `${fileName}.csv`,
        mime: 'text/csv; charset=utf-8',
        bytes: Readable.from([register.csv]),
      })
    },
    async applyVenueImport(scope, { params, body }) {
      const done = await applyVenueImport(scope, params.id, body)
      if (body.populate === true && (await isSimulated(kernel, scope)))
        await populate(scope, done.buildingIds)
      forgetFacts(kernel, scope.actor.companyId)
      return done
    },
    async undoVenueImport(scope, { params }) {
      const done = await undoImport(scope, params.id)
      forgetFacts(kernel, scope.actor.companyId)
      return done
    },
  }
}

export function planHandlers(kernel: Kernel): Handlers<typeof venuePlans> {
  /** Positions depend on walls and gateways, so the engine reloads its facts. */
  const seen = async <T>({ actor }: Scope, work: Promise<T>): Promise<T> => {
    const result = await work
    forgetFacts(kernel, actor.companyId)
    return result
  }
  return {
    getFloorPlan: (scope, { params }) => planOf(scope, params.id),
    createFloorPlan: (scope, { body }) => seen(scope, createPlan(scope, body)),
    updateFloorPlan: (scope, { params, body }) => seen(scope, updatePlan(scope, params.id, body)),
    async deleteFloorPlan(scope, { params }) {
      await seen(scope, deletePlan(scope, params.id))
      return { deleted: true }
    },
    listFloorVersions: (scope, { params, body }) => versionsOf(scope, params.id, body),
    restoreFloorVersion: (scope, { params, body }) =>
      seen(scope, restorePlan(scope, params.id, params.versionId, body.version)),
  }
}
