/**
 * Shapes that every domain shares: the list question, the list answer, the error, a version, an
 * instant.
 */
import { z } from 'zod'
import { isInReach } from './rules/bounds.ts'
import { hasVisible } from './rules/visible.ts'

let isAnswer = false

/**
 * Runs `work` (synchronous) with the bounds of what is given lifted: an answer may hold what an
 * earlier version took, and must not fail for it.
 */
export function readingAnswer<T>(work: () => T): T {
  isAnswer = true
  try {
    return work()
  } finally {
    isAnswer = false
  }
}

/** A bound on what is given, not on what is answered. */
export const bounded =
  <T>(holds: (value: T) => boolean) =>
  (value: T): boolean =>
    isAnswer || holds(value)

/** `code` is what the page knows it by. */
const outOfReach = { error: 'Only the years 1970 to 2199', params: { code: 'outOfReach' } }

/** An instant of an answer: ISO 8601 in UTC. Shown in the company's time zone. */
export const instant = z.iso.datetime()

/**
 * An instant that somebody gives. A test holds that every date of a request is one of these three.
 */
export const givenInstant = z.iso.datetime().refine(bounded(isInReach), outOfReach)
/** A day that somebody gives, on the company's calendar. */
export const givenDay = z.iso.date().refine(bounded(isInReach), outOfReach)
/** A minute that somebody gives on the company's clock, without any zone. */
export const givenMinute = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/,
    'Not a local date and time',
  )
  .refine(bounded(isInReach), outOfReach)
  .meta({ example: '2026-12-01T08:00' })

/**
 * The row's version as read; a write that carries an older one is refused with 409 (decisions,
 * 'Wire').
 */
export const version = z.number().int().min(1).max(2_147_483_647)

/**
 * The same where the specification's own client, which knows of no versions, writes too: without
 * one it takes the last word, and the journal says so (decision 26). Our own page always sends it.
 */
export const versionIfKnown = version.optional()

/**
 * NUL, which PostgreSQL cannot store, other control characters but line ends and tabs, and halves
 * of characters.
 */
const strayInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]/u
/** The same, line ends and tabs too. */
export const strayInName = /[\p{Cc}\p{Cs}]/u

/**
 * Without what turns the direction of the text around it. Nobody sees these marks, and text that is
 * copied out of a document in Hebrew or Arabic has them: a name is taken without them.
 */
export const withoutDirectionMarks = (value: string): string =>
  value.replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')

/** That nothing stands there at all, its least length says. */
const readable = bounded((value: string) => value === '' || hasVisible(value))
const unreadable = { error: 'Nothing of it can be seen', params: { code: 'required' } }

/** Free text that a person typed. One that may not be empty has something to be seen. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .normalize() // written with marks apart or together, a word looks alike and is found alike
    .min(min)
    .max(max)
    .refine((value) => !strayInText.test(value), 'Control characters are not allowed')
    .refine((value) => min === 0 || readable(value), unreadable)

/** Of a person who has one: as it is typed, however that keyboard writes a mark over a letter. */
export const givenPassword = z.string().min(1).max(1000)

/** A name: trimmed, with something to be seen, without what turns the direction of the text around it. */
export const name = z
  .string()
  .normalize()
  .overwrite(withoutDirectionMarks)
  .trim()
  .min(1)
  .max(200)
  .refine((value) => !strayInName.test(value), 'Control characters are not allowed')
  .refine(readable, unreadable)

/** The question every list takes. `sort` is a column name, with a leading minus for descending. */
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
 * A list of hundreds of thousands is asked for its first rows, and how many there are in all only
 * as far as is quick: with this, of more than ten thousand the answer may say `moreThanCount`.
 */
export const isCountBounded = z.boolean().optional()

/**
 * The answer every list gives: how many there are in all, and the rows of this page. Where there
 * are more than were counted, `count` still lies beyond this page: who reads on until so many are
 * read, reads all.
 */
export const listAnswer = <T extends z.ZodType>(row: T) =>
  z.object({
    count: z.number().int(),
    moreThanCount: z.literal(true).optional(),
    rows: z.array(row),
  })

/** What every refusal looks like (decisions, 'Wire'). `path` is dotted, into params or body. */
export const apiError = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  /** Of a failure (5xx): the request's name in the server's log, as in the header x-request-id. */
  reference: z.string().optional(),
  /** With a stale write (409): the row as it stands now, shaped as its own read answers it. */
  current: z.unknown().optional(),
})
export type ApiError = z.infer<typeof apiError>

/**
 * A tree node (spec section 3): a value with the prefix b is a type (branch), a bare number is a
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
/** A thing in a picker. */
export const tiny = z.object({
  id: z.number().int().nullable(),
  name: z.string(),
  typeId: z.number().int(),
})
/** Tiny equipment's placeholder (spec section 3): no equipment, as a row. */
export const noEquipment = { id: null, name: '-', typeId: -1 } as const
