import { z } from 'zod'

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1255',
  'windows-1251',
  'windows-1250',
  'windows-1256',
  'windows-1252',
] as const
export type Encoding = (typeof encodings)[number]
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** Columns of a joined workbook that are not fields, and what they are used for. */
export const joinedColumns = {
  Sheet: 'kind',
  'For types': 'work',
  Supplier: 'items',
  PartNumber: 'items',
  Tasks: 'jobPlans',
  Every: 'schedules',
  'First due': 'schedules',
} as const
export const joinedUse = (heading: string) =>
  Object.entries(joinedColumns).find(([column]) => column === heading)?.[1]

/**
 * Row numbers of the heading, from 1 as in a spreadsheet. `first` and `last` differ if the heading
 * has two rows.
 */
export const heading = z.strictObject({
  first: z.number().int().min(1).max(400_000),
  last: z.number().int().min(1).max(400_000),
})
export type Heading = z.infer<typeof heading>

export function readingOf<K extends z.ZodType>(kinds: K) {
  /** Fields that imports of earlier versions lack. */
  const found = {
    heading: heading.optional(),
    /** The text of the rows above the heading, kept as a note of the import. */
    above: z.array(z.string()).optional(),
    moreAbove: z.number().int().optional(),
    /** The first rows with content, among which the user can choose the heading. */
    top: z.array(z.object({ row: z.number().int(), text: z.string() })).optional(),
    /** Joined sheets: all rows, the used rows, and unused columns that have values. */
    parts: z
      .array(
        z.object({
          sheet: z.string(),
          rows: z.number().int(),
          used: z.number().int(),
          unusedColumns: z.array(z.string()),
        }),
      )
      .optional(),
    /**
     * The system whose export has these headings. `isUsed`: the mapping follows that system's
     * shape.
     */
    shape: z.object({ system: z.string(), kind: kinds, isUsed: z.boolean() }).optional(),
  }
  return z.discriminatedUnion('format', [
    z.object({
      ...found,
      format: z.literal('csv'),
      encoding: z.enum(encodings),
      delimiter: z.enum(delimiters),
    }),
    /** A table of a web page, or an XML spreadsheet of Excel 2003. */
    z.object({ ...found, format: z.literal('markup') }),
    z.object({
      ...found,
      format: z.literal('xlsx'),
      sheet: z.string(),
      /** All sheets of the workbook, with their non-empty rows below the heading. */
      sheets: z.array(z.object({ name: z.string(), rows: z.number().int() })),
      /** The workbook counts days from 1904, also in cells without a date format. */
      isFrom1904: z.literal(true).optional(),
    }),
  ])
}
