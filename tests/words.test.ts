/**
 * Words that make a sentence hard to read (CONTRIBUTING.md, 'Words'). The folders below are rewritten;
 * a folder joins the list when its comments are.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'
import { filesIn, isTest, parse, placeOf, type SourceFile } from './sourceFiles.ts'

const rewritten = [
  'build',
  'contract',
  'scripts',
  'server/commands',
  'server/config',
  'server/db',
  'server/demo',
  'server/kernel',
  'server/modules',
  'server/ports',
  'src/api',
  'src/app',
  'src/entities',
  'src/features',
  'src/lib',
  'src/map',
  'src/ui',
]

const ODD =
  /\b(houses?|doors?|letters?|anew|(?<!there )(?:is|are|was|were) none|(?<!there )(?:is|are|was|were) no|the ones?|whoever|nobody[’']s|in words|(?:is|are|was|were) told)\b/i
const MEANT = [
  /\b(?:a|the|each|every|its|open|closed|real) doors?\b/gi,
  /\bdoors? (?:of|in|between|and|or|is|are)\b|\b(?:walls?|rooms?),? (?:and )?doors?\b/gi,
  /'is none of'|\bthe one-time\b|\bthe one tree\b/gi,
  /\bletters? (?:of|and|or|in|as)\b/gi,
  /\b(?:upper|lower|accented|capital|combining|Arabic|Hebrew|Latin|Cyrillic|first|same) ?(?:case )?letters?\b/gi,
  /\bLatin or \w+ letters?\b/gi,
]

const isOdd = (sentence: string): boolean =>
  ODD.test(MEANT.reduce((text, meant) => text.replace(meant, ''), sentence))

const oddComments = (file: SourceFile): string[] =>
  parse(file)
    .comments.filter(({ value }) => isOdd(value.replace(/\s+\*?\s*/g, ' ')))
    .map(({ start, value }) => `${placeOf(file, start)}: ${value.trim()}`)

describe('plain words', () => {
  it('are used by the comments of rewritten folders', () => {
    const files = filesIn(rewritten, ['.ts', '.tsx', '.mjs']).filter(({ path }) => !isTest(path))
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap(oddComments)).toEqual([])
  })

  it('are used by docs/errors.md', () => {
    const lines = readFileSync(join(root, 'docs/errors.md'), 'utf8').split('\n')
    expect(lines.filter(isOdd)).toEqual([])
  })
})
