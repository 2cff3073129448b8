import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { advertFaults, reportFaults } from '#contract/ingest/ignored.ts'
import { readingFaults } from '#contract/ingest/measurements.ts'
import { reportFormats } from '#contract/ingest/reports.ts'
import {
  referenceListCalls,
  referenceListContract,
} from '#contract/referenceLists/referenceLists.ts'
import {
  givenDay,
  instant,
  listAnswer,
  listQuestion,
  name,
  text,
  version,
} from '#contract/shapes.ts'
import { pushedOut, quarantined } from './unreadReports.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

const gatewayType = referenceListContract(
  'gatewayType',
  '/api/iot/gateway-types',
  'GatewayType',
  { format: z.enum(reportFormats) },
  { access: 'can:editor|devices', touches: ['Gateway'] },
)

const gatewayDraft = z.strictObject({
  mac: z
    .string()
    .trim()
    .regex(
      /^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}(([:-]?[0-9A-Fa-f]{2}){2})?$/,
      'Six pairs of 0–9 and A–F, or eight',
    )
    .meta({ example: 'AC:23:3F:C0:00:01' }),
  typeId: id('gatewayType'),
  /**
   * A gateway is equipment of the company; that equipment has its name, map position and tickets.
   */
  equipmentId: id('equipment'),
  /** dB, added to its received signal strength, because gateways differ. */
  correction: z.number().min(-30).max(30),
  isActive: z.boolean(),
})
export const gatewayRow = z.object({
  id: id('gateway'),
  mac: z.string(),
  type: named(id('gatewayType')),
  equipment: named(id('equipment')),
  correction: z.number(),
  isActive: z.boolean(),
  lastHeardAt: instant.nullable(),
  /**
   * Seconds that the gateway's clock is behind the server's; negative if ahead. The server corrects
   * for this offset.
   */
  clockBehind: z.number().int(),
  /** Readings that arrived too late to use, since the server started. */
  oldReadings: z.number().int(),
  /** Unusable readings since the server started, by reason, including late ones. */
  ignored: z.partialRecord(z.enum(advertFaults), z.number().int()),
  /** Its position on the map. Null if it is not placed; its readings are then unusable. */
  place: z
    .object({
      floorId: id('floor'),
      floorName: z.string(),
      buildingId: id('building'),
      buildingName: z.string(),
    })
    .nullable(),
  version,
})
export type GatewayRow = z.output<typeof gatewayRow>

const keyFacts = {
  name,
  /** Allowed networks, such as 10.1.0.0/16; empty allows all. */
  ips: z
    .array(
      z
        .string()
        .max(50)
        .regex(/^[0-9a-fA-F.:]+(\/\d{1,3})?$/, 'An IP address, or a network such as 10.1.0.0/16')
        .meta({ example: '10.1.0.0/16' }),
    )
    .max(50),
  expirationDate: givenDay.nullable(),
  isActive: z.boolean(),
  monthLimit: z.number().int().min(1).max(2_000_000_000).nullable(),
}
export const apiKey = z.object({
  id: id('apiKey'),
  companyUuid: z.string(),
  name: z.string(),
  ips: z.array(z.string()),
  expirationDate: z.string().nullable(),
  isActive: z.boolean(),
  /** The last characters of the key, to tell keys apart. The key itself is shown only once. */
  hint: z.string(),
  topicKey: z.string(),
  RateLimit: z.object({ monthLimit: z.number().int().nullable(), counter: z.number().int() }),
  lastUsedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type ApiKey = z.output<typeof apiKey>

export const devices = {
  ...referenceListCalls('GatewayType', 'GatewayTypes', gatewayType),
  getGatewayTypes: query({
    method: 'GET',
    path: '/api/iot/gateway-types',
    access: 'session',
    summary: 'All gateway types',
    response: listAnswer(gatewayType.row),
    reads: ['GatewayType'],
  }),
  getGateways: query({
    method: 'GET',
    path: '/api/iot/gateways',
    access: 'session',
    summary: 'All gateways',
    response: listAnswer(gatewayRow),
    reads: ['Gateway'],
  }),
  listGateways: query({
    method: 'POST',
    path: '/api/iot/gateways/get',
    access: 'session',
    summary: 'Gateways, searched and paged',
    body: listQuestion(['name', 'mac', 'lastHeardAt'])
      .extend({
        isPlaced: z.boolean().optional(),
        /** Active gateways not heard for an hour, or never. */
        isSilent: z.boolean().optional(),
        typeId: id('gatewayType').optional(),
        ids: ids('gateway').optional(),
      })
      .strict(),
    response: listAnswer(gatewayRow),
    reads: ['Gateway'],
  }),
  listReach: query({
    method: 'GET',
    path: '/api/iot/gateways/reach/{floorId}',
    access: 'session',
    summary: 'The gateways that stand on a floor, and how far each has heard in the last day',
    params: z.object({ floorId: idParam('floor') }),
    response: listAnswer(
      z.object({
        equipment: z.object({ id: id('equipment'), name: z.string() }),
        longitude: z.number(),
        latitude: z.number(),
        /** Ninety percent of readings were closer than this. */
        metres: z.number(),
        /**
         * If false, there were too few readings, and the value is the expected range of such a
         * gateway.
         */
        isMeasured: z.boolean(),
      }),
    ),
    reads: ['Gateway'],
  }),
  createGateway: mutation({
    method: 'POST',
    path: '/api/iot/gateways',
    access: 'can:editor|devices',
    summary: 'Add a gateway',
    body: gatewayDraft,
    response: gatewayRow,
    writes: ['Gateway', 'Equipment', 'Journal'],
  }),
  updateGateway: mutation({
    method: 'PUT',
    path: '/api/iot/gateways/{id}',
    access: 'can:editor|devices',
    summary: 'Change a gateway',
    params: z.object({ id: idParam('gateway') }),
    body: gatewayDraft.partial().extend({ version }),
    response: gatewayRow,
    writes: ['Gateway', 'Equipment', 'Journal'],
  }),
  deleteGateway: mutation({
    method: 'DELETE',
    path: '/api/iot/gateways/{id}',
    access: 'can:editor|devices',
    summary: 'Forget a gateway; its equipment stays',
    params: z.object({ id: idParam('gateway') }),
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Gateway', 'Equipment', 'Journal'],
  }),

  getApiKeys: query({
    method: 'GET',
    path: '/api/external-api/api-keys',
    access: 'can:editor|devices',
    summary: 'All API keys, without the keys',
    response: listAnswer(apiKey),
    reads: ['ApiKey'],
  }),
  listApiKeys: query({
    method: 'POST',
    path: '/api/external-api/api-keys/get',
    access: 'can:editor|devices',
    summary: 'API keys, searched and paged',
    body: listQuestion(['name', 'expirationDate', 'lastUsedAt'])
      .extend({
        ids: ids('apiKey').optional(),
      })
      .strict(),
    response: listAnswer(apiKey),
    reads: ['ApiKey'],
  }),
  createApiKey: mutation({
    method: 'POST',
    path: '/api/external-api/api-keys',
    access: 'can:editor|devices',
    confirmed: true,
    security: 'apiKeyMade',
    summary: 'A fresh key; it is shown in this answer and never again',
    body: z.strictObject(keyFacts),
    response: apiKey.extend({ key: z.string() }),
    writes: ['ApiKey', 'Journal'],
  }),
  updateApiKey: mutation({
    method: 'PUT',
    path: '/api/external-api/api-keys/{id}',
    access: 'can:editor|devices',
    confirmed: true,
    security: 'apiKeyChanged',
    summary: 'Change what a key may',
    params: z.object({ id: idParam('apiKey') }),
    body: z.strictObject(keyFacts).partial().extend({ version }),
    response: apiKey,
    writes: ['ApiKey', 'Journal'],
  }),
  deleteApiKey: mutation({
    method: 'DELETE',
    path: '/api/external-api/api-keys/{id}',
    access: 'can:editor|devices',
    confirmed: true,
    security: 'apiKeyRemoved',
    summary: 'A key stops working for good',
    params: z.object({ id: idParam('apiKey') }),
    response: z.object({ deleted: z.literal(true) }),
    writes: ['ApiKey', 'Journal'],
  }),

  getBroker: query({
    method: 'GET',
    path: '/api/iot/broker',
    access: 'can:editor|devices',
    transaction: 'none',
    summary: 'The MQTT broker that gateways may publish to',
    response: z.object({
      broker: z.object({ url: z.string(), prefix: z.string() }).nullable(),
    }),
    reads: [],
  }),

  listQuarantine: query({
    method: 'POST',
    path: '/api/iot/quarantine/get',
    access: 'can:editor|devices',
    summary: 'Reports that could not be read, newest first',
    body: listQuestion(['receivedAt'])
      .extend({
        ids: ids('quarantine').optional(),
      })
      .strict(),
    response: listAnswer(quarantined).extend({
      /**
       * Number of older reports deleted. Only the newest reports of each sender and reason are
       * stored.
       */
      pushedOut: z.array(pushedOut),
    }),
    reads: ['Gateway'],
  }),
  clearQuarantine: mutation({
    method: 'DELETE',
    path: '/api/iot/quarantine',
    access: 'can:editor|devices',
    summary: 'Throw the unread reports away',
    response: z.object({ removed: z.number().int() }),
    writes: ['Gateway'],
  }),

  ingest: mutation({
    method: 'POST',
    path: '/api/iot/ingest/{format}',
    access: 'public',
    transaction: 'none',
    unparsedBody: true,
    // Many gateways may share one router. The limits per key and per gateway apply instead.
    perAddress: 5_000_000,
    summary: `A report of beacons heard or of readings, with an API key as bearer: ${reportFormats.join(', ')}`,
    params: z.object({ format: text(40, 1) }),
    body: z.unknown().meta({
      example: {
        gateway: 'AC:23:3F:C0:00:01',
        readings: [{ beacon: 'AC:23:3F:A0:00:01', rssi: -61 }],
      },
    }),
    response: z.object({
      accepted: z.number().int(),
      ignored: z.number().int(),
      ignoredBecause: z.partialRecord(
        z.enum([...reportFaults, ...readingFaults]),
        z.number().int(),
      ),
      problems: z.array(
        z.object({
          code: z.enum(readingFaults),
          message: z.string(),
          count: z.number().int(),
          about: z.array(z.string()),
        }),
      ),
    }),
    writes: [],
  }),
}
