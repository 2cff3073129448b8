import { sql } from 'drizzle-orm'
import { devices as contract } from '#contract/devices/devices.ts'
import type { ReportFormat } from '#contract/ingest/reports.ts'
import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import * as tables from '#db/schema/index.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import {
  usedInFacts,
  referenceListHandlers,
  type ReferenceList,
} from '../../foundation/referenceLists/index.ts'
import { forgetFacts, reachOn } from '../positions/index.ts'
import { createApiKey, deleteApiKey, listApiKeys, updateApiKey } from './apiKeys.ts'
import { forgetKeys } from './keyCalls.ts'
import { createGateway, deleteGateway, listGateways, updateGateway } from './gateways.ts'
import { ingestPayload } from './ingest.ts'
import { clearQuarantine, listQuarantine } from './quarantine.ts'

const gatewayName = sql`(select ${tables.equipment.name} from ${tables.equipment}
  where ${tables.equipment.companyId} = ${tables.gateway.companyId} and ${tables.equipment.id} = ${tables.gateway.equipmentId})`
const referenceList: ReferenceList = {
  table: tables.gatewayType,
  entity: 'gatewayType',
  extra: ['format'],
  uses: [
    usedInFacts(
      {
        kind: 'gateway',
        table: tables.gateway,
        name: gatewayName,
        visible: (from) =>
          sql`${tables.gateway.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
            where ${from.equipment()})`,
        holds: true,
        journalled: { entity: 'gateway', field: 'type' },
      },
      'typeId',
      tables.gateway.typeId,
    ),
  ],
}
const gatewayTypes = referenceListHandlers<{ format: ReportFormat }>(referenceList)

const EVERYTHING = { limit: 20_000, offset: 0 }

export function deviceHandlers(kernel: Kernel): Handlers<typeof contract> {
  const seen = async <T>(
    companyId: Parameters<typeof forgetFacts>[1],
    work: Promise<T>,
  ): Promise<T> => {
    const result = await work
    forgetFacts(kernel, companyId)
    return result
  }
  return {
    ...referenceListCalls('GatewayType', 'GatewayTypes', gatewayTypes),
    getGatewayTypes: gatewayTypes.all,
    getGateways: (scope) => listGateways(scope, EVERYTHING),
    listGateways: (scope, { body }) => listGateways(scope, body),
    listReach: (scope, { params }) => reachOn(scope, params.floorId),
    createGateway: (scope, { body }) => seen(scope.actor.companyId, createGateway(scope, body)),
    updateGateway: (scope, { params, body }) =>
      seen(scope.actor.companyId, updateGateway(scope, params.id, body)),
    async deleteGateway(scope, { params }) {
      await seen(scope.actor.companyId, deleteGateway(scope, params.id))
      return { deleted: true }
    },
    getApiKeys: (scope) => listApiKeys(kernel, scope, EVERYTHING),
    listApiKeys: (scope, { body }) => listApiKeys(kernel, scope, body),
    createApiKey: (scope, { body }) => createApiKey(scope, body),
    async updateApiKey(scope, { params, body }) {
      const changed = await updateApiKey(scope, params.id, body)
      forgetKeys(kernel)
      return changed
    },
    async deleteApiKey(scope, { params }) {
      await deleteApiKey(scope, params.id)
      forgetKeys(kernel)
      return { deleted: true }
    },
    getBroker: () =>
      Promise.resolve({
        broker: kernel.broker && {
          url: kernel.broker.settings.publicUrl,
          prefix: kernel.broker.settings.prefix,
        },
      }),
    listQuarantine: (scope, { body }) => listQuarantine(scope, body),
    clearQuarantine: async (scope) => ({ removed: await clearQuarantine(scope) }),
    ingest: (_scope, { params, body, wire }) =>
      ingestPayload(kernel, {
        bearer: wire.bearer,
        from: wire.address,
        format: params.format,
        payload: body,
      }),
  }
}
