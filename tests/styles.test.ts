/**
 * Which style sheets are loaded depends on the screens visited before, so no two may style the same
 * name: classes belong to their module, and global styles are in src/ui/theme.
 */
import { describe, expect, it } from 'vitest'
import {
  filesIn,
  isNode,
  isTest,
  type Node,
  parse,
  type SourceFile,
  targetOf,
  walk,
} from './sourceFiles.ts'

const THEME = 'src/ui/theme/'
const sheets = filesIn(['src'], ['.css'])
const modules = sheets.filter(({ path }) => !path.startsWith(THEME))
const sources = filesIn(['src'], ['.ts', '.tsx']).filter(({ path }) => !isTest(path))
const ofLibrary = /^(ant-|anticon$|recharts-|maplibregl-|mapboxgl-)/

const words = new Set(
  sheets
    .filter(({ path }) => path.startsWith(THEME))
    .flatMap(({ text }) => selectorsOf(text).flatMap(classesOf))
    .filter((name) => !ofLibrary.test(name)),
)

describe('a CSS class', () => {
  it('is global only in the theme: every other sheet is a module', () => {
    expect(modules.length).toBeGreaterThan(40)
    expect(modules.map(({ path }) => path).filter((path) => !path.endsWith('.module.css'))).toEqual(
      [],
    )
    expect(sources.flatMap(globalImports)).toEqual([])
  })

  it('is in every selector of a module, above what belongs to a library or to all', () => {
    expect(modules.flatMap(unscoped)).toEqual([])
  })

  it('is used where its module is imported, and exists where it is used', () => {
    expect(sources.filter((file) => modulesOf(file).length > 0).length).toBeGreaterThan(100)
    expect(unusedAndMissing(modules, sources)).toEqual([])
  })

  it('is one of the theme’s words if it is written out', () => {
    expect(sources.flatMap(strangeWords)).toEqual([])
  })

  it('is one of the theme’s words only while several files need it', () => {
    const users = sources.map((file) => new Set(wordsOf(file).map(([word]) => word)))
    const rare = [...words].filter((word) => users.filter((used) => used.has(word)).length < 2)
    expect(rare).toEqual([])
  })
})

it('tags have the colours of the theme, whose contrast is measured', () => {
  const ofLibrary = sources.filter(({ text }) =>
    /import \{[^}]*\bTag\b[^}]*\} from 'antd'/.test(text),
  )
  expect(ofLibrary.map(({ path }) => path)).toEqual([])
})

describe('the search for colliding classes', () => {
  const sheet = (text: string): SourceFile => ({ path: 'src/a/a.module.css', text })

  it('finds a bare class of a library or of all, and a scope switched off', () => {
    const text = `
      /* .comment */
      .own :global(.ant-tabs), .own:not(:global(.quiet)) > a { color: red; }
      @media (max-width: 720px) { :global(.ant-btn-link) { color: red; } }
      @keyframes turn { from { rotate: 0deg; } }
      .own :global(.preview), p { color: red; }
    `
    expect(unscoped(sheet(text))).toEqual([
      'src/a/a.module.css: :global(.ant-btn-link) has no class of its own',
      'src/a/a.module.css: .preview is nobody’s',
      'src/a/a.module.css: p has no class of its own',
    ])
  })

  it('finds a class without use, a use without class, and a use it cannot follow', () => {
    const text = `import styles from './a.module.css'
      export const A = () => <p className={styles.used} {...styles}>{styles['gone']}</p>`
    expect(
      unusedAndMissing([sheet('.used, .idle { color: red; }')], [{ path: 'src/a/A.tsx', text }]),
    ).toEqual([
      'src/a/A.tsx: styles is passed on whole',
      'src/a/a.module.css: .gone does not exist, in src/a/A.tsx',
      'src/a/a.module.css: .idle is not used',
    ])
  })

  it('finds a word that no sheet has, and a sheet that is not a module', () => {
    const text = `import './a.css'
      export const A = ({ on }) => <p className={on ? 'quiet dot' : \`sharer \${on}\`} />`
    const file = { path: 'src/a/A.tsx', text }
    expect(strangeWords(file)).toEqual(['src/a/A.tsx: dot', 'src/a/A.tsx: sharer'])
    expect(globalImports(file)).toEqual(['src/a/A.tsx: ./a.css'])
  })
})

function unscoped({ path, text }: SourceFile): string[] {
  return selectorsOf(text).flatMap((selector) => {
    const shared = [...selector.matchAll(/:global\(([^()]*)\)/g)].flatMap(([, inside]) =>
      classesOf(inside ?? ''),
    )
    const own = classesOf(selector.replaceAll(/:global\([^()]*\)/g, ''))
    return [
      ...(own.length === 0 ? [`${path}: ${selector} has no class of its own`] : []),
      ...[...own.filter((name) => ofLibrary.test(name)), ...shared.filter(isNobodys)].map(
        (name) => `${path}: .${name} is nobody’s`,
      ),
    ]
  })
}

const isNobodys = (name: string): boolean => !ofLibrary.test(name) && !words.has(name)

function unusedAndMissing(all: readonly SourceFile[], files: readonly SourceFile[]): string[] {
  const uses = new Map<string, Map<string, string>>()
  const lost: string[] = []
  for (const file of files)
    for (const { local, target } of modulesOf(file)) {
      const used = uses.get(target) ?? new Map<string, string>()
      uses.set(target, used)
      walk(parse(file).program, (node, ancestors) => {
        if (node.type !== 'Identifier' || node['name'] !== local) return
        const parent = ancestors.at(-1)
        if (parent?.type === 'ImportDefaultSpecifier') return
        const name = parent?.type === 'MemberExpression' ? memberOf(parent, node) : undefined
        if (name === undefined) lost.push(`${file.path}: ${local} is passed on whole`)
        else if (name !== null) used.set(name, file.path)
      })
    }
  return [
    ...lost,
    ...all.flatMap(({ path, text }) => {
      const own = new Set(
        selectorsOf(text).flatMap((selector) =>
          classesOf(selector.replaceAll(/:global\([^()]*\)/g, '')),
        ),
      )
      const used = uses.get(path) ?? new Map<string, string>()
      return [
        ...[...used]
          .filter(([name]) => !own.has(name))
          .map(([name, by]) => `${path}: .${name} does not exist, in ${by}`),
        ...[...own]
          .filter((name) => !used.has(name))
          .map((name) => `${path}: .${name} is not used`),
      ]
    }),
  ]
}

/** The property that is read. Null if the identifier is a property of another object. */
function memberOf(member: Node, identifier: Node): string | null | undefined {
  const property = member['property']
  if (!isNode(property)) return undefined
  if (property.start === identifier.start) return member['computed'] === true ? undefined : null
  if (member['computed'] !== true) return String(property['name'])
  return property.type === 'Literal' ? String(property['value']) : undefined
}

function modulesOf(file: SourceFile): { local: string; target: string }[] {
  return parse(file)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value.endsWith('.module.css'))
    .flatMap(({ moduleRequest, entries }) =>
      entries.map((entry) => ({
        local: entry.localName.value,
        target: targetOf(file.path, moduleRequest.value) ?? '',
      })),
    )
}

/**
 * Global style sheets that a file loads. The entry loads the theme; fonts and maps bring theirs.
 */
function globalImports(file: SourceFile): string[] {
  return parse(file)
    .module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
    .filter((request) => /(?<!\.module)\.css$/.test(request))
    .filter((request) => targetOf(file.path, request)?.startsWith(THEME) === false)
    .map((request) => `${file.path}: ${request}`)
}

const strangeWords = (file: SourceFile): string[] =>
  wordsOf(file)
    .filter(([word]) => isNobodys(word))
    .map(([word]) => `${file.path}: ${word}`)

/** Classes written as text in an attribute or a property of classes. */
function wordsOf(file: SourceFile): [string, Node][] {
  const found: [string, Node][] = []
  walk(parse(file).program, (node) => {
    const name = node.type === 'JSXAttribute' ? node['name'] : node['key']
    const takesClasses =
      (node.type === 'JSXAttribute' || node.type === 'Property') &&
      isNode(name) &&
      /^(c|[a-z]+C)lassNames?$/.test(String(name['name']))
    if (!takesClasses) return
    for (const [text, at] of textsOf(node['value']))
      for (const word of text.split(/\s+/).filter(Boolean)) found.push([word, at])
  })
  return found
}

/** Texts that an expression can evaluate to. Compared or looked-up values do not count. */
function textsOf(node: unknown): [string, Node][] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [[node['value'], node]] : []
    case 'TemplateLiteral': {
      const quasis = Array.isArray(node['quasis']) ? node['quasis'].filter(isNode) : []
      const inner = Array.isArray(node['expressions']) ? node['expressions'] : []
      return [
        ...quasis.map((quasi): [string, Node] => [rawOf(quasi), quasi]),
        ...inner.flatMap(textsOf),
      ]
    }
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])]
    case 'LogicalExpression':
      return [...textsOf(node['left']), ...textsOf(node['right'])]
    case 'JSXExpressionContainer':
      return textsOf(node['expression'])
    default:
      return []
  }
}

function rawOf(quasi: Node): string {
  const value = quasi['value']
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''
}

function selectorsOf(text: string): string[] {
  const found: string[] = []
  const outer: string[] = []
  for (const [, before = '', brace] of text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') outer.pop()
    if (brace !== '{') continue
    const prelude = before.trim()
    const isRule = !prelude.startsWith('@') && !outer.some((one) => one.startsWith('@keyframes'))
    if (isRule) found.push(...splitSelectors(prelude))
    outer.push(prelude)
  }
  return found
}

function splitSelectors(list: string): string[] {
  let depth = 0
  const parts = ['']
  for (const sign of list) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

function classesOf(selector: string): string[] {
  return [...selector.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(
    ([, name]) => name ?? '',
  )
}
