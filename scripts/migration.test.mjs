import { expect, it } from 'vitest'
import { generatedLast } from './migration.mjs'

const BREAK = '--> statement-breakpoint\n'
const drop = 'ALTER TABLE "thing" drop column "search";'
const add =
  'ALTER TABLE "thing" ADD COLUMN "search" text GENERATED ALWAYS AS (lower("made")) STORED;'
const made = 'ALTER TABLE "thing" ADD COLUMN "made" text;'
const gone = 'ALTER TABLE "thing" DROP COLUMN "old";'

it('the migration generator puts a generated column after its sources, and drops the old one before', () =>
  expect(generatedLast([drop, add, made, gone].join(BREAK))).toBe(
    [drop, made, gone, add].join(BREAK),
  ))

it('the migration generator leaves other migrations as they are', () =>
  expect(generatedLast([made, gone].join(BREAK))).toBe([made, gone].join(BREAK)))
