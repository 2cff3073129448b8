/**
 * Small reference lists for administrators: types, statuses, tags. All share one shape, so one
 * screen serves them all.
 */
import { z } from 'zod'
import { mutation, query, type Access, type TagType } from '#contract/endpoint.ts'
import { colours } from '#contract/colours.ts'
import { givenGtin } from '#contract/fieldSchemas.ts'
import { id, idParam, ids, type IdKind } from '#contract/ids.ts'
import type { SecurityEventKind } from '#contract/security/securityKinds.ts'
import { identifier, listAnswer, listQuestion, name, text, version } from '#contract/shapes.ts'

const referenceList = <K extends IdKind>(kind: K) =>
  z.object({
    id: id(kind),
    name: z.string(),
    /** Number of rows that have this value and prevent its deletion. */
    usedBy: z.number().int(),
    /**
     * Number of references that do not prevent deletion: rows that would lose it, and rules,
     * schedules, cards and widgets that would need review. `usedBy` plus `namedBy` is the number of
     * listed uses.
     */
    namedBy: z.number().int(),
    version,
  })

const useKinds = [
  'equipment',
  'location',
  'procedure',
  'ticket',
  'user',
  'automation',
  'company',
  'assignRule',
  'metadataField',
  'progressMap',
  'fellowType',
  'orgEntity',
  'rrule',
  'gateway',
  'sensor',
  'meterType',
  'dashboardItem',
  'dynamicDashboard',
  'zoneRule',
  'duty',
  'inventoryItem',
] as const
export type UseKind = (typeof useKinds)[number]

const use = z.object({
  kind: z.enum(useKinds),
  id: z.number().int(),
  name: z.string(),
  /**
   * This use prevents deletion. On deletion, other uses lose the item, or need review if they are
   * rules.
   */
  holds: z.boolean(),
})
export type ReferenceItemUse = z.output<typeof use>

/**
 * Declares list, create, update, delete, uses and replace for one reference list. `extra` are
 * additional fields, `shown` read-only, `written` write-only. Deleting an item in use returns 409.
 */
export function referenceListContract<
  K extends IdKind,
  X extends z.ZodRawShape,
  S extends z.ZodRawShape = Record<never, never>,
  W extends z.ZodRawShape = Record<never, never>,
>(
  kind: K,
  path: string,
  tag: TagType,
  extra: X,
  {
    access = 'can:editor|management',
    readOnly,
    writeOnly,
    touches = [],
    security,
  }: {
    access?: Access
    security?: SecurityEventKind
    readOnly?: S
    writeOnly?: W
    touches?: TagType[]
  } = {},
) {
  const row = referenceList(kind)
    .extend(extra)
    .extend(readOnly ?? ({} as S))
  const draft = z
    .strictObject({ name })
    .extend(extra)
    .extend(writeOnly ?? ({} as W))
  const one = z.object({ id: idParam(kind) })
  const securityOption = security === undefined ? {} : { security }
  return {
    row,
    list: query({
      method: 'POST',
      path: `${path}/get`,
      access: 'session',
      summary: `List ${tag}`,
      body: listQuestion(['name', 'usedBy'])
        .extend({
          /** Only these ids, for the names of selected items. */
          ids: ids(kind).optional(),
        })
        .strict(),
      response: listAnswer(row),
      reads: [tag],
    }),
    create: mutation({
      method: 'POST',
      path,
      access,
      summary: `Add ${tag}`,
      ...securityOption,
      body: draft,
      response: row,
      writes: [tag],
    }),
    update: mutation({
      method: 'PUT',
      path: `${path}/{id}`,
      access,
      summary: `Change ${tag}`,
      ...securityOption,
      params: one,
      body: draft.partial().extend({ version }),
      response: row,
      writes: [tag, ...touches],
    }),
    remove: mutation({
      method: 'DELETE',
      path: `${path}/{id}`,
      access,
      summary: `Remove ${tag}; 409 while something holds it`,
      ...securityOption,
      params: one,
      response: z.object({ deleted: z.literal(true) }),
      writes: [tag, ...touches, 'Automation'],
    }),
    uses: query({
      method: 'POST',
      path: `${path}/{id}/uses`,
      access,
      summary: `Where ${tag} is used: what keeps it, and what would break without it`,
      params: one,
      body: listQuestion(['name']).omit({ search: true, sort: true }).strict(),
      response: listAnswer(use).extend({
        hidden: z.number().int(),
      }),
      reads: [tag, ...touches, 'Automation'],
    }),
    replace: mutation({
      method: 'POST',
      path: `${path}/{id}/replace`,
      access,
      summary: `Put another ${tag} in its place everywhere, and remove it`,
      ...securityOption,
      params: one,
      body: z.strictObject({ by: id(kind) }),
      response: z.object({ replaced: z.number().int() }),
      writes: [tag, ...touches, 'Automation', 'Journal'],
    }),
  }
}

type ReferenceListContract = Pick<
  ReturnType<typeof referenceListContract>,
  'list' | 'create' | 'update' | 'remove' | 'uses' | 'replace'
>

/**
 * The six calls of a reference list, with names such as `listTags`, `createTag`, `updateTag`,
 * `deleteTag`, `listTagUses`, `replaceTag`.
 */
type ReferenceListCalls<
  One extends string,
  Many extends string,
  C extends { [K in keyof ReferenceListContract]: unknown },
> = { [K in `list${Many}`]: C['list'] } & { [K in `create${One}`]: C['create'] } & {
  [K in `update${One}`]: C['update']
} & { [K in `delete${One}`]: C['remove'] } & { [K in `list${One}Uses`]: C['uses'] } & {
  [K in `replace${One}`]: C['replace']
}

export function referenceListCalls<
  One extends string,
  Many extends string,
  C extends { [K in keyof ReferenceListContract]: unknown },
>(one: One, many: Many, { list, create, update, remove, uses, replace }: C) {
  return {
    [`list${many}`]: list,
    [`create${one}`]: create,
    [`update${one}`]: update,
    [`delete${one}`]: remove,
    [`list${one}Uses`]: uses,
    [`replace${one}`]: replace,
  } as ReferenceListCalls<One, Many, C>
}

/** Types that the user may choose (spec section 5), searched by name; `count` is the total. */
const permittedTypes = <K extends IdKind>(kind: K, path: string, reads: TagType) =>
  query({
    method: 'GET',
    path,
    access: 'session',
    summary: 'Types this person may choose',
    params: z.object({
      search: text(200).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(500),
    }),
    response: listAnswer(z.object({ id: id(kind), name: z.string() })),
    reads: [reads],
  })

const equipmentType = referenceListContract(
  'equipmentType',
  '/api/equipment-types',
  'EquipmentType',
  {
    /** Default for equipment without its own value. Scanned labels of the product find it. */
    manufacturer: identifier(200).nullable().optional(),
    model: identifier(200).nullable().optional(),
    gtin: givenGtin.nullable().optional(),
  },
  { touches: ['Equipment', 'User', 'Company'] },
)
const equipmentStatus = referenceListContract(
  'equipmentStatus',
  '/api/equipment-statuses',
  'EquipmentStatus',
  {
    colour: z.enum(colours),
    isUsable: z.boolean(),
    /** Equipment in this status is usable, but currently occupied. */
    isInUse: z.boolean().optional(),
    /**
     * Equipment in this status is out of use as planned, for example for maintenance. In other
     * statuses that are not usable, it has failed.
     */
    isPlanned: z.boolean().optional(),
  },
  { touches: ['Equipment'] },
)
const locationType = referenceListContract(
  'locationType',
  '/api/location-types',
  'LocationType',
  {},
  { touches: ['Location', 'User'] },
)
const tag = referenceListContract(
  'tag',
  '/api/tags',
  'Tag',
  { colour: z.enum(colours) },
  { touches: ['Equipment'] },
)
const MAX_RETENTION_DAYS = 36_500
const retention = {
  /**
   * Days after which the answers, files and corrections of a procedure log are deleted
   * (docs/decisions/30-signed-logs.md); null for never. A change takes effect one day after it was
   * made.
   */
  retentionDays: z.number().int().min(1).max(MAX_RETENTION_DAYS).nullable(),
  /** Suspends deletion, regardless of retention. */
  legalHold: z.boolean(),
}
const procedureType = referenceListContract(
  'procedureType',
  '/api/procedure-types',
  'ProcedureType',
  {
    /** An audit that follows a path through the facility (decisions, 'Words'). */
    isTracer: z.boolean(),
  },
  {
    touches: ['Procedure', 'User'],
    readOnly: retention,
    writeOnly: {
      retentionDays: retention.retentionDays.optional(),
      legalHold: retention.legalHold.optional(),
    },
    security: 'settingsChanged',
  },
)

const oneStatus = z.object({ id: idParam('equipmentStatus') })

export const referenceLists = {
  ...referenceListCalls('EquipmentType', 'EquipmentTypes', equipmentType),
  ...referenceListCalls('EquipmentStatus', 'EquipmentStatuses', equipmentStatus),
  ...referenceListCalls('LocationType', 'LocationTypes', locationType),
  ...referenceListCalls('Tag', 'Tags', tag),
  ...referenceListCalls('ProcedureType', 'ProcedureTypes', procedureType),
  /** The specification's own calls for the same lists (section 7). */
  getEquipmentStatuses: query({
    method: 'GET',
    path: '/api/equipment-statuses',
    access: 'session',
    summary: 'All statuses',
    response: listAnswer(equipmentStatus.row),
    keptOnDevice: true,
    reads: ['EquipmentStatus'],
  }),
  getEquipmentStatus: query({
    method: 'GET',
    path: '/api/equipment-statuses/{id}',
    access: 'session',
    summary: 'One status',
    params: oneStatus,
    response: equipmentStatus.row,
    reads: ['EquipmentStatus'],
  }),
  getRelatedProcedures: query({
    method: 'GET',
    path: '/api/equipment-statuses/{id}/related-procedures',
    access: 'session',
    summary: 'Procedures whose rules or schedules name the status; at most 500',
    params: oneStatus,
    response: listAnswer(
      z.object({
        id: id('procedure'),
        name: z.string(),
        /** Automations and schedules of the procedure that name the status. */
        rules: z.number().int(),
      }),
    ),
    reads: ['EquipmentStatus', 'Automation', 'Rrule', 'Procedure'],
  }),
  listPermittedEquipmentTypes: permittedTypes(
    'equipmentType',
    '/api/equipment/user-permitted-types',
    'EquipmentType',
  ),
  listPermittedLocationTypes: permittedTypes(
    'locationType',
    '/api/locations/user-permitted-types',
    'LocationType',
  ),
  listPermittedProcedureTypes: permittedTypes(
    'procedureType',
    '/api/procedures/user-permitted-types',
    'ProcedureType',
  ),
  getTags: query({
    method: 'GET',
    path: '/api/tags',
    access: 'session',
    summary: 'All tags',
    response: listAnswer(tag.row),
    reads: ['Tag'],
  }),
}
