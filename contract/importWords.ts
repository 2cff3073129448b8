import { z } from 'zod'

/** Fields whose unknown values are added to the company's lists. */
const wordFields = ['type', 'status', 'tags', 'location', 'item'] as const
export type WordField = (typeof wordFields)[number]

/**
 * Types, statuses or tags that the run would create, per field: their count and the first 20 names.
 * `similar`: names that search takes for an existing one, at most 20.
 */
export const newWords = z.array(
  z.object({
    field: z.enum(wordFields),
    count: z.number().int(),
    names: z.array(z.string()),
    similar: z
      .array(
        z.object({
          name: z.string(),
          known: z.string(),
          /** `known` is another new name of the file. */
          isInFile: z.literal(true).optional(),
        }),
      )
      .optional(),
  }),
)
