/**
 * Checks that a test's name can be read alone in a log: the name or its describe begins with a
 * subject. Only the verbs listed below are detected.
 */
import { describe, expect, it } from 'vitest'
import { filesIn, isNode, parse, placeOf, type Node, type SourceFile } from './sourceFiles.ts'

/** Verbs and prepositions that no subject begins with. */
const NO_SUBJECT = new Set(
  (
    'accepts adds alerts allows are arrives asks at begins belongs by can cannot catches closes ' +
    'comes compares contains continues counts creates deletes does draws drops ends expects fails ' +
    'finds follows for forgets from gets gives goes had has have holds ignores in includes is keeps ' +
    'knows lasts leads leaves lets lies lists loses makes marks may means moves must needs never of ' +
    'offers on opens passes publishes puts reads refuses removes repeats replaces restores returns ' +
    'runs saves says sends serves sets shows signs skips starts stays stops survives takes tells ' +
    'treats tries turns under updates uses waits was were when while with without works writes'
  ).split(' '),
)

const firstWord = (name: string): string => /^[\w’]+/.exec(name)?.[0] ?? ''

interface Found {
  file: SourceFile
  node: Node
  name: string
}

function outerNames(file: SourceFile): Found[] {
  const found: Found[] = []
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look)
    if (typeof value !== 'object' || value === null) return
    const name = isNode(value) ? nameIn(file, value) : undefined
    if (isNode(value) && name !== undefined) found.push({ file, node: value, name })
    else Object.values(value).forEach(look)
  }
  look(parse(file).program.body)
  return found
}

/** The text of `it('…', …)`, `describe.each(…)('…', …)` and their kind. */
function nameIn(file: SourceFile, node: Node): string | undefined {
  if (node.type !== 'CallExpression' || !Array.isArray(node['arguments'])) return undefined
  const [first] = node['arguments']
  const callee = node['callee'] as Node
  const code = file.text.slice(callee.start, callee.end)
  if (!/^(?:describe|it|test)\b/.test(code) || /\.(?:each|for|runIf|skipIf)$/.test(code))
    return undefined
  if (!isNode(first)) return undefined
  const text = file.text.slice(first.start, first.end)
  return /^['"`]/.test(text) ? text.slice(1, -1) : undefined
}

const outer = filesIn(
  ['contract', 'server', 'src', 'tests', 'scripts'],
  ['.test.ts', '.test.tsx', '.test.mjs'],
).flatMap(outerNames)

describe('the outer names of tests', () => {
  it('begin with a subject', () => {
    expect(outer.length).toBeGreaterThan(1_500)
    const without = outer.filter(({ name }) => NO_SUBJECT.has(firstWord(name)))
    expect(without.map(({ file, node, name }) => `${placeOf(file, node.start)}: ${name}`)).toEqual(
      [],
    )
  })

  it('are found when they have none', () => {
    const text = "it('keeps what was typed', () => {})\ndescribe('the form', () => it('keeps', f))"
    const names = outerNames({ path: 'a.test.ts', text }).map(({ name }) => firstWord(name))
    expect(names).toEqual(['keeps', 'the'])
  })
})
