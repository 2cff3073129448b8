/**
 * The page reads only method, path, access and tags of a declared call (decision 1). This plugin
 * removes schemas and summaries from its contract, so that they are neither loaded nor run; unused
 * schema code is dropped.
 */
import type { Plugin } from 'vite'

const FILES = /\/contract\/(?!rules\/)[\w/]+\.ts$/
/** Properties of a declaration that only the server reads. */
const OF_THE_SERVER = ['params', 'body', 'response', 'summary', 'perAddress']
/** Of a query, these tell the page whether it is read together with others. */
const OF_MUTATIONS = ['security', 'transaction', 'takesTurn']

interface Node {
  type: string
  start: number
  end: number
}
interface Edit {
  at: number
  until: number
  text: string
}

export function contractOfThePage(): Plugin {
  return {
    name: 'contract-of-the-page',
    apply: 'build',
    transform: {
      filter: { id: FILES },
      handler(code) {
        const edits = editsOf(this.parse(code))
        // A file that was imported for its schemas alone is dropped.
        const moduleSideEffects = false
        return edits.length === 0
          ? { moduleSideEffects }
          : { code: edited(code, edits), map: null, moduleSideEffects }
      },
    },
  }
}

function editsOf(program: unknown): Edit[] {
  const edits: Edit[] = []
  const statements = isNode(program) ? children(program) : []
  for (const statement of statements) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? children(statement)[0] : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const declarator of children(declaration)) {
      const [, value] = children(declarator)
      if (value === undefined) continue
      const calls = callsIn(value)
      // Drops an unused value that is made by calls: declaring has no side effects.
      if (value.type === 'CallExpression' || (calls.length > 0 && value.type === 'ArrayExpression'))
        edits.push(
          { at: value.start, until: value.start, text: '/* @__PURE__ */ (() => ' },
          { at: value.end, until: value.end, text: ')()' },
        )
      for (const call of calls) edits.push(...withoutServersPart(call))
    }
  }
  return edits
}

function callsIn(node: Node): Node[] {
  if (/Function/.test(node.type)) return []
  const within = children(node).flatMap(callsIn)
  return node.type === 'CallExpression' ? [node, ...within] : within
}

function withoutServersPart(call: Node): Edit[] {
  const [callee, declaration] = children(call)
  if (!['query', 'mutation'].includes(nameOf(callee)) || declaration?.type !== 'ObjectExpression')
    return []
  return children(declaration)
    .filter((property) => {
      const name = nameOf(children(property)[0])
      return (
        OF_THE_SERVER.includes(name) ||
        (nameOf(callee) === 'mutation' && OF_MUTATIONS.includes(name))
      )
    })
    .map(({ start, end }) => ({ at: start, until: end, text: '...null' }))
}

function edited(code: string, edits: readonly Edit[]): string {
  let [after, from] = ['', code.length]
  for (const { at, until, text } of edits.toSorted((a, b) => b.at - a.at)) {
    if (until > from) continue // lies inside a removed range
    after = text + code.slice(until, from) + after
    from = at
  }
  return code.slice(0, from) + after
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function children(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .toSorted((a, b) => a.start - b.start)
}

const nameOf = (node: Node | undefined): string =>
  node !== undefined && 'name' in node && typeof node.name === 'string' ? node.name : ''
