/**
 * One declaration of a call is the single source of its types, RTK Query endpoint, tags and server
 * handler signature. Validation, the OpenAPI page and the MSW handler also derive from it.
 */
import { z } from 'zod'
import type { PermissionGroup } from './people/permissions.ts'
import type { SecurityEventKind } from './security/securityKinds.ts'

/** Who may call: anyone, any signed-in user, or a user whose token has the permission group. */
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
  'TicketView',
  'ReportLabel',
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
  'Meter',
  'MeterType',
  'ZoneRule',
  'Duty',
  'Downtime',
  'Area',
  'Venue',
  'VenueImport',
  'Position',
  'Visit',
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
  'ListExport',
  'PushDevice',
] as const
export type TagType = (typeof tagTypes)[number]

/**
 * A cache tag, in RTK Query's shape. Without an id it means every list of the type; with an id,
 * that row.
 */
export type Tag = TagType | { type: TagType; id: number | string }

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
   * For example `/api/equipment/{id}`. Names in braces are keys of `params`; other keys travel in
   * the query string.
   */
  path: string
  alsoAt: readonly string[]
  access: Access
  params: P
  body: B
  response: R
  /**
   * The tags that a query provides or a mutation invalidates. Declared as a method, and so
   * bivariant, because a list of endpoints holds many shapes.
   */
  tags(call: { params: unknown; body: unknown; response: unknown }): readonly Tag[]
  /**
   * `request` (default): the handler runs inside one transaction. `none`: the handler opens its own
   * with scope.transaction.
   */
  transaction: 'request' | 'none'
  /**
   * `json` (default). `upload`: multipart with one file. `stream`: the handler writes the response
   * itself (download, event stream).
   */
  wire: 'json' | 'upload' | 'stream'
  /** Rate limit of public calls: requests per network address in 15 minutes. */
  perAddress: number
  /** The event written to the security log when the call succeeds; null to write nothing. */
  security: SecurityEventKind | null
  /** Requires a sign-in or confirmation within the last minutes; otherwise 403 `confirmFirst`. */
  confirmed: boolean
  /**
   * Changes an account beyond one company (email address, second steps, other sessions). A
   * session vouched for only by a company's identity provider gets 403 `confirmFirst` until the
   * user confirms their identity.
   */
  ownProof: boolean
  /**
   * Allowed while the user must still set up a second step. All other calls return 403
   * `secondStepRequired` then.
   */
  duringSetUp: boolean
  /**
   * Queries only: the page caches the last response on the device and shows it while offline. Use
   * it for data needed on a round, never for data a stranger with the device should not see.
   */
  keptOnDevice: boolean
  /** A heavy query without writes; a read-only replica answers it if there is one. */
  readsMuch: boolean
  /**
   * Companies take turns at these calls, with a limit on concurrent calls per company
   * (`HEAVY_READS` in server/makeKernel.ts). Defaults to `readsMuch`.
   */
  takesTurn: boolean
  /** A body that is not JSON reaches the handler as `UnparsedBody`, instead of being refused. */
  unparsedBody: boolean
  /** Mutations only: a repeated call has no further effect. Defaults to true for PUT and DELETE. */
  idempotent: boolean
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
  unparsedBody?: boolean
}

/**
 * A whole hospital may share one address at a change of shifts; a password-guessing client sends
 * far more.
 */
const PER_ADDRESS = 3_000

const nothing = z.undefined()

/** A query. It uses POST if its filter is too large for a URL. */
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
 * A mutation. `writes` names the tags the client must fetch again; the event stream sends the same
 * tags to other clients.
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
    // `nothing` stands for "no params" or "no body"; the type parameter's default tells the
    // compiler the same.
    params: (d.params ?? nothing) as P,
    body: (d.body ?? nothing) as B,
    response: d.response,
    tags:
      typeof tags === 'function'
        ? (call) => tags(call as { params: z.output<P>; body: z.output<B>; response: z.output<R> })
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
    unparsedBody: d.unparsedBody ?? false,
    idempotent: d.idempotent ?? (d.method === 'PUT' || d.method === 'DELETE'),
  }
}

/**
 * Header with a UUID that makes a retried mutation run once when its response was lost (decision
 * 51; IETF draft 'The Idempotency-Key HTTP Header Field').
 */
export const idempotencyHeader = 'idempotency-key'

/**
 * Returns whether the server honours the idempotency header. It ignores the header for `confirmed`
 * calls, whose response has a secret that is never stored, and for handlers with their own
 * transactions. It also ignores it for idempotent calls: a retry must set the state again even if
 * another user changed it meanwhile.
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
 * Returns whether the page may ask this with other queries in one call (together.ts). A query that
 * is written to the security log is asked alone.
 */
export const isReadTogether = ({
  kind,
  wire,
  transaction,
  access,
  security,
  readsMuch,
  takesTurn,
}: Pick<
  Endpoint,
  'kind' | 'wire' | 'transaction' | 'access' | 'security' | 'readsMuch' | 'takesTurn'
>) =>
  kind === 'query' &&
  wire === 'json' &&
  transaction === 'request' &&
  access !== 'public' &&
  security === null &&
  readsMuch === takesTurn

/**
 * A domain's endpoints by name. Never write `satisfies Record<string, Endpoint>` on the literal:
 * inference collapses.
 */
export type Contract = Record<string, Endpoint>

export type Input<E extends Endpoint> = (z.input<E['params']> extends undefined
  ? unknown
  : { params: z.input<E['params']> }) &
  (z.input<E['body']> extends undefined ? unknown : { body: z.input<E['body']> })

export type Output<E extends Endpoint> = z.output<E['response']>

export type QueryOf<Body, Answer> = Endpoint<
  z.ZodUndefined,
  z.ZodType<unknown, Body>,
  z.ZodType<Answer>,
  'query'
>
