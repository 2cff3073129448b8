/**
 * One declaration of a call is the single source of its types, its RTK Query endpoint and tags, its
 * server handler's signature, its validation, its OpenAPI page and its MSW handler.
 */
import { z } from 'zod'
import type { PermissionGroup } from './people/permissions.ts'
import type { SecurityEventKind } from './security/securityKinds.ts'

/** Who may call: anyone, anyone signed in, or someone whose token names the permission group. */
export type Access = 'public' | 'session' | `can:${PermissionGroup}`

export const tagTypes = [
  'Equipment',
  'EquipmentType',
  'EquipmentStatus',
  'Location',
  'LocationType',
  'Tag',
  'Procedure',
  'ProcedureType',
  'ProcedureLog',
  'SurveyQuestion',
  'Automation',
  'AutomationRun',
  'Ticket',
  'TicketType',
  'User',
  'Role',
  'Company',
  'Import',
  'Journal',
  'Session',
  'Dashboard',
  'MetadataField',
  'ApiHook',
  'AssignRule',
  'InventoryItem',
  'Stock',
  'ValidationType',
  'ProgressMap',
  'Fellow',
  'FellowType',
  'EquipmentFile',
  'OrgEntity',
  'Rrule',
  'Occurrence',
  'DashboardItem',
  'DynamicDashboard',
  'Sensor',
  'SensorType',
  'ZoneRule',
  'Area',
  'Venue',
  'Position',
  'Gateway',
  'GatewayType',
  'Beacon',
  'ApiKey',
  'SiteSurvey',
  'Simulator',
  'Alert',
  'HookDelivery',
  'SecurityEvent',
  'DataExport',
] as const
export type TagType = (typeof tagTypes)[number]

/**
 * A cached thing. Without an id it means every list of the type; with one, that row. Shaped as RTK
 * Query has it.
 */
export type Tag = TagType | { type: TagType; id: number | string }

/** Tags are either fixed or computed from what was asked and what was answered. */
export type Tags<P, B, R> =
  | readonly Tag[]
  | ((call: { params: P; body: B; response: R }) => readonly Tag[])

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  K extends 'query' | 'mutation' = 'query' | 'mutation',
> {
  kind: K
  method: Method
  /**
   * `/api/equipment/{id}`; names in braces are keys of `params`. Other keys of `params` travel in
   * the query string.
   */
  path: string
  /** Further addresses of the same call, as the specification writes them. */
  alsoAt: readonly string[]
  access: Access
  params: P
  body: B
  response: R
  /**
   * What a query provides, or a mutation invalidates. Bivariant on purpose: a list of endpoints
   * holds many shapes.
   */
  tags(call: { params: unknown; body: unknown; response: unknown }): readonly Tag[]
  /**
   * `request` (default): the handler runs inside one transaction. `none`: it opens its own by
   * scope.transaction.
   */
  transaction: 'request' | 'none'
  /**
   * `json` (default), `file`: multipart with one file, `stream`: the handler writes the reply
   * itself (download, event stream).
   */
  wire: 'json' | 'upload' | 'stream'
  /** Public calls only: how many one network address may make in a quarter of an hour. */
  perAddress: number
  /** Written into the security log when the call succeeds; null: not an auditor's matter. */
  security: SecurityEventKind | null
  /**
   * The person must have proved who they are within the last minutes; 403 `confirmFirst` otherwise.
   */
  confirmed: boolean
  /**
   * Concerns what belongs to the person above one company (address, second steps, other sessions).
   * A session that only one company's provider vouches for gets 403 `confirmFirst` until the person
   * gave a proof of their own.
   */
  ownProof: boolean
  /**
   * Open to who must set up a second step first: everything else is 403 `secondStepRequired` to
   * them.
   */
  duringSetUp: boolean
  /**
   * Reads only: the page keeps the last answer on the device and shows it while there is no
   * network. For what a round needs; never for what a stranger at the device should not find.
   */
  keptOnDevice: boolean
  /** Reads much and writes nothing: a read-only replica answers it if there is one. */
  readsMuch: boolean
  /**
   * Companies take turns at these calls, and a company has few of them at work at once
   * (`HEAVY_READS` in server/makeKernel.ts). Defaults to `readsMuch`.
   */
  takesTurn: boolean
  /** Writes only: done twice, it leaves what it left done once. A PUT and a DELETE need not say so. */
  idempotent: boolean
  /** One line for the OpenAPI page. */
  summary: string
}

interface Declaration<P extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  path: string
  alsoAt?: readonly string[]
  access: Access
  params?: P
  body?: B
  response: R
  summary: string
  transaction?: 'request' | 'none'
  wire?: 'json' | 'upload' | 'stream'
  perAddress?: number
  security?: SecurityEventKind
  confirmed?: boolean
  ownProof?: boolean
  duringSetUp?: boolean
  takesTurn?: boolean
}

/**
 * A whole hospital may come from one address at the change of shifts; a machine that guesses asks
 * far more.
 */
const PER_ADDRESS = 3_000

const nothing = z.undefined()

/** Reads. A POST here is a question whose filter is too large for an address. */
export function query<
  R extends z.ZodType,
  P extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(
  d: Declaration<P, B, R> & {
    method: 'GET' | 'POST'
    keptOnDevice?: boolean
    readsMuch?: boolean
    reads: Tags<z.output<P>, z.output<B>, z.output<R>>
  },
): Endpoint<P, B, R, 'query'> {
  return declare('query', d, d.reads)
}

/**
 * Writes. `writes` names what the client must fetch again; the event stream tells the other clients
 * the same.
 */
export function mutation<
  R extends z.ZodType,
  P extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(
  d: Declaration<P, B, R> & {
    method: 'POST' | 'PUT' | 'DELETE'
    idempotent?: boolean
    writes: Tags<z.output<P>, z.output<B>, z.output<R>>
  },
): Endpoint<P, B, R, 'mutation'> {
  return declare('mutation', d, d.writes)
}

function declare<
  P extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  K extends 'query' | 'mutation',
>(
  kind: K,
  d: Declaration<P, B, R> & {
    method: Method
    keptOnDevice?: boolean
    readsMuch?: boolean
    idempotent?: boolean
  },
  tags: Tags<z.output<P>, z.output<B>, z.output<R>>,
): Endpoint<P, B, R, K> {
  return {
    kind,
    method: d.method,
    path: d.path,
    alsoAt: d.alsoAt ?? [],
    access: d.access,
    summary: d.summary,
    // `nothing` stands for "no params" / "no body"; the type parameter's default says the same to
    // the compiler.
    params: (d.params ?? nothing) as P,
    body: (d.body ?? nothing) as B,
    response: d.response,
    tags:
      typeof tags === 'function'
        ? (call) => tags(call as { params: z.output<P>; body: z.output<B>; response: z.output<R> }) // parsed before
        : () => tags,
    transaction: d.transaction ?? 'request',
    wire: d.wire ?? 'json',
    perAddress: d.perAddress ?? PER_ADDRESS,
    security: d.security ?? null,
    confirmed: d.confirmed ?? false,
    ownProof: d.ownProof ?? false,
    duringSetUp: d.duringSetUp ?? false,
    keptOnDevice: d.keptOnDevice ?? false,
    readsMuch: d.readsMuch ?? false,
    takesTurn: d.takesTurn ?? d.readsMuch ?? false,
    idempotent: d.idempotent ?? (d.method === 'PUT' || d.method === 'DELETE'),
  }
}

/**
 * The header by which a write that is sent again, because its answer was lost, is done once (decision
 * 51; the IETF's draft 'The Idempotency-Key HTTP Header Field'): a UUID.
 */
export const idempotencyHeader = 'idempotency-key'

/**
 * Whether the header counts. Not where a secret is answered, which is shown once and never kept
 * (`confirmed`), nor where the handler's own transactions are done before it answers, nor where doing
 * it twice does no harm: what sets a state must set it, also when somebody set another one meanwhile.
 */
export const isDoneOnce = ({
  kind,
  idempotent,
  transaction,
  wire,
  confirmed,
  access,
}: Pick<Endpoint, 'kind' | 'idempotent' | 'transaction' | 'wire' | 'confirmed' | 'access'>) =>
  kind === 'mutation' &&
  !idempotent &&
  transaction === 'request' &&
  wire === 'json' &&
  !confirmed &&
  access !== 'public'

/**
 * A domain's endpoints by name. Never `satisfies Record<string, Endpoint>` on the literal:
 * inference collapses.
 */
export type Contract = Record<string, Endpoint>

/** What a caller gives: only the halves the endpoint has. */
export type Input<E extends Endpoint> = (z.input<E['params']> extends undefined
  ? unknown
  : { params: z.input<E['params']> }) &
  (z.input<E['body']> extends undefined ? unknown : { body: z.input<E['body']> })

export type Output<E extends Endpoint> = z.output<E['response']>
