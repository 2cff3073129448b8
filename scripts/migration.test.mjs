import { expect, it } from 'vitest'
import { generatedLast } from './migration.mjs'

const BREAK = '--> statement-breakpoint\n'
const drop = 'ALTER TABLE "thing" drop column "search";'
const add =
  'ALTER TABLE "thing" ADD COLUMN "search" text GENERATED ALWAYS AS (lower("made")) STORED;'
const made = 'ALTER TABLE "thing" ADD COLUMN "made" text;'
const gone = 'ALTER TABLE "thing" DROP COLUMN "old";'

it('makes a generated column after what it is made of, and lets the old one go before', () =>
  expect(generatedLast([drop, add, made, gone].join(BREAK))).toBe(
    [drop, made, gone, add].join(BREAK),
  ))

it('leaves other migrations as they are', () =>
  expect(generatedLast([made, gone].join(BREAK))).toBe([made, gone].join(BREAK)))
