import { expect, it } from 'vitest'
import {
  filesIn,
  isNode,
  isTest,
  type Node,
  parse,
  placeOf,
  type SourceFile,
  walk,
} from './sourceFiles.ts'

/**
 * Excused cuts: of texts that people do not read, or that are cut again. File, receiver, reason.
 */
const excused: Record<string, string> = {
  'contract/automation/filters/time.ts text': 'hours of a time',
  'contract/venue/geometry.ts raw': 'a list of points',
  'server/modules/operation/imports/textFile.ts text': 'a look at the beginning of a file',
  'server/modules/operation/imports/xlsxFile.ts text': 'the day of an instant',
  'server/modules/work/schedules/icalendar.ts replace()': 'the digits of an instant',
  'server/ports/files.ts key': 'the folder of a hash',
  'server/signInPage.ts header': 'the languages of a browser, not kept',
  'src/features/auth/LoginPage.tsx get()': 'a word in a log; the sign-in page must stay small',
  'src/features/auth/firstPage.ts get()': 'a word in a log; the sign-in page must stay small',
  'src/lib/shownType.ts file': 'bytes',
}

const TEXT =
  /^(?:.*(?:text|name|title|label|message|reason|heading|letters|payload|body|value|word|sign|note|notes|description|url|query|address|source|email|comment|cell|content|raw|typed|format|reference|header|line|file|said|search|key|code|string|answer))$/i
const TEXT_CALLS = new Set([
  'String',
  'trim',
  'replace',
  'replaceAll',
  'join',
  'toLowerCase',
  'toUpperCase',
  'normalize',
  'toString',
  'text',
  'get',
  'stringify',
  'reasonOf',
  'textOf',
  'concat',
  'padStart',
])

const files = filesIn(['contract', 'server', 'src'], ['.ts', '.tsx']).filter(
  ({ path }) => !isTest(path) && !path.startsWith('server/demo/'),
)

it('texts of users and files are never cut by slice, silently and through a character', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap(cutsIn)
  expect(found.filter(({ key }) => !(key in excused)).map(({ place }) => place)).toEqual([])
  expect(Object.keys(excused).filter((one) => !found.some(({ key }) => key === one))).toEqual([])
})

it('the search for cut texts finds one, and no cut of a list, a date or a hash', () => {
  const text = `
    a(heading.slice(0, 200)); b(String(error).slice(0, MAX)); c((x ?? y.name).slice(0, 40))
    d(\`\${a}: \${b}\`.substring(0, 9)); e(params.get('q')?.slice(0, 40)); f(value.trim().slice(0, 5))
    g(rows.slice(0, LIMIT)); h(now.toISOString().slice(0, 10)); i(day.slice(0, 4)); j(name.slice(0, -4))
    k(digest('hex').slice(0, 8)); l(value.slice(2)); m(text.slice(0, text.indexOf('x')))`
  expect(cutsIn({ path: 'a.ts', text }).map(({ key }) => key)).toEqual([
    'a.ts heading',
    'a.ts String()',
    'a.ts name',
    'a.ts ``',
    'a.ts get()',
    'a.ts trim()',
  ])
})

function cutsIn(file: SourceFile): { key: string; place: string }[] {
  const found: { key: string; place: string }[] = []
  walk(parse(file).program, (node) => {
    if (node.type !== 'CallExpression' || !isNode(node['callee'])) return
    const { callee } = node
    const method = callee.type === 'MemberExpression' ? nameOf(callee['property']) : null
    if (method !== 'slice' && method !== 'substring' && method !== 'substr') return
    const [from, to] = Array.isArray(node['arguments']) ? (node['arguments'] as unknown[]) : []
    if (!isNode(from) || from['value'] !== 0 || !isNode(to) || !isBound(to)) return
    const receiver = textIn(callee['object'])
    if (receiver !== null)
      found.push({
        key: `${file.path} ${receiver}`,
        place: `${placeOf(file, node.start)} ${receiver}`,
      })
  })
  return found
}

/** True for a fixed length, false for a position found in the text. */
const isBound = (node: Node): boolean =>
  (node.type === 'Literal' && typeof node['value'] === 'number') ||
  (node.type === 'Identifier' && /^[A-Z_\d]+$|^max|^room$|^most$/.test(nameOf(node) ?? '')) ||
  (node.type === 'MemberExpression' && /^[A-Z_\d]+$/.test(nameOf(node['object']) ?? '')) ||
  (node.type === 'BinaryExpression' && isNode(node['left']) && isBound(node['left']))

const nameOf = (node: unknown): string | null =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : null

/** The expression's name if it holds a text, else null. */
function textIn(node: unknown): string | null {
  if (!isNode(node)) return null
  switch (node.type) {
    case 'Identifier':
      return TEXT.test(nameOf(node) ?? '') ? nameOf(node) : null
    case 'MemberExpression':
      return textIn(node['property'])
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'AwaitExpression':
      return textIn(node['expression'] ?? node['argument'])
    case 'LogicalExpression':
    case 'BinaryExpression':
      return textIn(node['right']) ?? textIn(node['left'])
    case 'ConditionalExpression':
      return textIn(node['consequent']) ?? textIn(node['alternate'])
    case 'TemplateLiteral':
      return '``'
    case 'CallExpression': {
      const { callee } = node
      const called = isNode(callee)
        ? nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee)
        : null
      return called !== null && TEXT_CALLS.has(called) ? `${called}()` : null
    }
    default:
      return null
  }
}
