/** Shapes that every domain shares: the list question, the list answer, the error, a version, an instant. */
import { z } from 'zod'

/** An instant: ISO 8601 in UTC. Shown in the company's time zone. */
export const instant = z.iso.datetime()

/** The row's version as read; a write that carries an older one is refused with 409 (decisions, 'Wire'). */
export const version = z.number().int().min(1).max(2_147_483_647)

/** Free text that a person typed. NUL is refused: PostgreSQL cannot store it. */
export const text = (max: number, min = 0) =>
  z.string().min(min).max(max).refine((value) => !value.includes('\u0000'), 'NUL is not allowed')

/** A name: trimmed, not empty, without what turns the direction of the text around it. */
export const name = z.string().trim().min(1).max(200).refine((value) => !/[\u0000-\u0008\u202a-\u202e\u2066-\u2069]/.test(value), 'Control characters are not allowed')

/** The question every list takes. `sort` is a column name, with a leading minus for descending. */
export const listQuestion = <S extends string>(sortable: readonly [S, ...S[]]) => z.object({
  limit: z.number().int().min(1).max(500).default(50),
  offset: z.number().int().min(0).max(10_000_000).default(0),
  search: text(200).optional(),
  sort: z.enum([...sortable, ...sortable.map((column) => `-${column}` as const)] as [S | `-${S}`, ...(S | `-${S}`)[]]).optional(),
})

/** The answer every list gives: how many there are in all, and the rows of this page. */
export const listAnswer = <T extends z.ZodType>(row: T) => z.object({ count: z.number().int(), rows: z.array(row) })

/** What every refusal looks like (decisions, 'Wire'). `path` is dotted, into params or body. */
export const apiError = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  /** With a stale write (409): the row as it stands now, shaped as its own read answers it. */
  current: z.unknown().optional(),
})
export type ApiError = z.infer<typeof apiError>

/** A tree node (spec section 3): a value with the prefix b is a type (branch), a bare number is a leaf's id. */
export interface TreeNode { id: number; title: string; value: string; children: TreeNode[] }
export const treeNode: z.ZodType<TreeNode> = z.lazy(() => z.object({
  id: z.number().int(), title: z.string(), value: z.string(), children: z.array(treeNode),
}))
/** A thing in a picker. */
export const tiny = z.object({ id: z.number().int().nullable(), name: z.string(), typeId: z.number().int() })
