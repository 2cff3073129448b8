/**
 * Parses an answer by its schema in slices: 20,000 rows hold the event loop for up to 100 ms when
 * they are parsed at once.
 */
import { z } from 'zod'
import { readingAnswer } from '#contract/shapes.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'

/** Items of lists that are parsed at once: 0.2 ms, or 2 ms while zod compiles the schema. */
const ITEMS = 200

type Yield = () => Promise<void>

export async function parseAnswer(schema: z.ZodType, answer: unknown): Promise<unknown> {
  return itemsIn(answer) > ITEMS
    ? parsePart(schema, answer, makeYielder())
    : parseWhole(schema, answer)
}

const parseWhole = (schema: z.ZodType, value: unknown): unknown =>
  readingAnswer(() => schema.parse(value))

async function parsePart(schema: z.ZodType, value: unknown, yieldToLoop: Yield): Promise<unknown> {
  await yieldToLoop()
  if (itemsIn(value) > ITEMS && (schema._zod.def.checks ?? []).length === 0) {
    if (schema instanceof z.ZodArray && Array.isArray(value))
      return parseList(schema as z.ZodArray<z.ZodType>, value, yieldToLoop)
    if (schema instanceof z.ZodObject && schema._zod.def.catchall === undefined && isRecord(value))
      return parseFields(schema.shape as Record<string, z.ZodType>, value, yieldToLoop)
  }
  return parseWhole(schema, value)
}

async function parseList(
  schema: z.ZodArray<z.ZodType>,
  list: readonly unknown[],
  yieldToLoop: Yield,
): Promise<unknown[]> {
  const parsed: unknown[] = []
  let some: unknown[] = []
  let items = 0
  const flush = async () => {
    if (some.length === 0) return
    for (const one of parseWhole(schema, some) as unknown[]) parsed.push(one)
    some = []
    items = 0
    await yieldToLoop()
  }
  for (const one of list) {
    const inside = itemsIn(one)
    if (inside > ITEMS) {
      await flush()
      parsed.push(await parsePart(schema.element, one, yieldToLoop))
      continue
    }
    some.push(one)
    items += 1 + inside
    if (items >= ITEMS) await flush()
  }
  await flush()
  return parsed
}

async function parseFields(
  shape: Record<string, z.ZodType>,
  value: Record<string, unknown>,
  yieldToLoop: Yield,
): Promise<Record<string, unknown>> {
  const parsed: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(shape)) {
    const field = await parsePart(schema, value[key], yieldToLoop)
    if (key in value || field !== undefined) parsed[key] = field
  }
  return parsed
}

function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let items = Array.isArray(value) ? parts.length : 0
  for (const part of parts) {
    if (items > ITEMS) break
    items += itemsIn(part)
  }
  return items
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
