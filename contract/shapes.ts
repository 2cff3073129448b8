/**
 * Shapes shared by every domain: the list request, the list response, the error, a version, an
 * instant.
 */
import { z } from 'zod'
import { isInReach } from './rules/bounds.ts'
import { hasVisible } from './rules/visible.ts'

let isAnswer = false

/**
 * Runs `work` (synchronous) without request-only bounds. A response may contain data that an
 * earlier version accepted, and must not fail for it.
 */
export function readingAnswer<T>(work: () => T): T {
  isAnswer = true
  try {
    return work()
  } finally {
    isAnswer = false
  }
}

/** A bound that applies to requests, not to responses. */
export const bounded =
  <T>(holds: (value: T) => boolean) =>
  (value: T): boolean =>
    isAnswer || holds(value)

const outOfReach = { error: 'Only the years 1970 to 2199', params: { code: 'outOfReach' } }

/** An instant in a response: ISO 8601 in UTC. The page shows it in the company's time zone. */
export const instant = z.iso.datetime()

/**
 * An instant in a request, ISO 8601 in UTC. A test checks that every date in a request uses one of
 * these three schemas.
 */
export const givenInstant = z.iso.datetime().refine(bounded(isInReach), outOfReach)
/** A day in a request, in the company's time zone. */
export const givenDay = z.iso.date().refine(bounded(isInReach), outOfReach)
/** A minute in a request, as wall-clock time in the company's time zone. */
export const givenMinute = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/,
    'Not a local date and time',
  )
  .refine(bounded(isInReach), outOfReach)
  .meta({ example: '2026-12-01T08:00' })

/**
 * The row's version as read. The server refuses a write with an older version with 409 (decisions,
 * 'Wire').
 */
export const version = z.number().int().min(1).max(2_147_483_647)

/**
 * Optional for the specification's own client, which sends no versions. A write without a version
 * overwrites, and the journal records that (decision 26). The page always sends it.
 */
export const versionIfKnown = version.optional()

/**
 * NUL, which PostgreSQL cannot store; other control characters except line breaks and tabs; and
 * lone surrogates.
 */
const strayInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]/u
/** The characters of `strayInText`, plus line breaks and tabs. */
export const strayInName = /[\p{Cc}\p{Cs}]/u

/**
 * Removes invisible marks that change text direction. Text copied from Hebrew or Arabic documents
 * contains them, so names are saved without them.
 */
export const withoutDirectionMarks = (value: string): string =>
  value.replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')

/** The minimum length already rejects an empty string. */
const readable = bounded((value: string) => value === '' || hasVisible(value))
const unreadable = { error: 'Nothing of it can be seen', params: { code: 'required' } }

/**
 * Removes invisible characters from a serial number or code: direction marks, overrides, zero-width
 * spaces and joiners. The remaining order is the scanned order.
 */
export const withoutInvisibleMarks = (value: string): string =>
  value.replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')

/** Free text. If `min` is above 0, it needs a visible character. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .normalize() // so that composed and decomposed accents compare equal
    .min(min)
    .max(max)
    .refine((value) => !strayInText.test(value), 'Control characters are not allowed')
    .refine((value) => min === 0 || readable(value), unreadable)

/** A number or name of a product, piece or lot. Invisible marks are removed. */
export const identifier = (max: number) =>
  text(max).overwrite((value) => withoutInvisibleMarks(value).trim())

/**
 * An existing password, unchanged. The server tries both Unicode forms (NFC and NFD), because
 * keyboards compose accents differently.
 */
export const givenPassword = z.string().min(1).max(1000)

/** A name: trimmed, with at least one visible character, without direction marks. */
export const name = z
  .string()
  .normalize()
  .overwrite(withoutDirectionMarks)
  .trim()
  .min(1)
  .max(200)
  .refine((value) => !strayInName.test(value), 'Control characters are not allowed')
  .refine(readable, unreadable)

/**
 * The request of every list. `sort` is a column name, with a leading minus for descending order.
 */
export const listQuestion = <S extends string>(sortable: readonly [S, ...S[]]) =>
  z.object({
    limit: z.number().int().min(1).max(500).default(50),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    search: text(200).optional(),
    sort: z
      .enum([...sortable, ...sortable.map((column) => `-${column}` as const)] as [
        S | `-${S}`,
        ...(S | `-${S}`)[],
      ])
      .optional(),
  })

/**
 * If true, the server stops counting a long list early. Above ten thousand rows the response may
 * have `moreThanCount`.
 */
export const isCountBounded = z.boolean().optional()

/**
 * The response of every list: the total count and the rows of this page. With `moreThanCount`,
 * `count` is a lower bound that always lies beyond this page. A client that reads until `count`
 * rows gets all rows.
 */
export const listAnswer = <T extends z.ZodType>(row: T) =>
  z.object({
    count: z.number().int(),
    moreThanCount: z.literal(true).optional(),
    rows: z.array(row),
  })

/** The shape of every refusal (decisions, 'Wire'). `path` is dotted, into params or body. */
export const apiError = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  /** For a failure (5xx): the request id in the server's log, as in the header x-request-id. */
  reference: z.string().optional(),
  /** For a stale write (409): the current row, in the shape of its own GET response. */
  current: z.unknown().optional(),
})
export type ApiError = z.infer<typeof apiError>

/**
 * A tree node (spec section 3). A value with the prefix b is a type (branch); a bare number is a
 * leaf's id.
 */
export interface TreeNode {
  id: number
  title: string
  value: string
  children: TreeNode[]
}
export const treeNode: z.ZodType<TreeNode> = z.lazy(() =>
  z.object({
    id: z.number().int(),
    title: z.string(),
    value: z.string(),
    children: z.array(treeNode),
  }),
)
export const tiny = z.object({
  id: z.number().int().nullable(),
  name: z.string(),
  typeId: z.number().int(),
})
/** Placeholder row for "no equipment" in tiny equipment lists (spec section 3). */
export const noEquipment = { id: null, name: '-', typeId: -1 } as const
