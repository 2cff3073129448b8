import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { parseSync } from 'vite'
import packageFile from '../package.json' with { type: 'json' }
import { root } from './root.ts'

export interface SourceFile {
  path: string
  text: string
}

export interface Import {
  /** The specifier as written in the source. */
  request: string
  /** The path from the repository root, for the project's files. */
  target: string | undefined
  isDynamic: boolean
}

export function filesIn(folders: readonly string[], extensions: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && extensions.some((extension) => entry.name.endsWith(extension)),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => ({
        path: relative(root, file).replaceAll('\\', '/'),
        text: readFileSync(file, 'utf8'),
      })),
  )
}

export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith('tests/') || path.startsWith('e2e/')

export function importsOf(file: SourceFile): Import[] {
  const { module } = parse(file)
  const fixed = module.staticImports.map((entry) => ({
    request: entry.moduleRequest.value,
    isDynamic: false,
  }))
  const passedOn = module.staticExports
    .flatMap((statement) => statement.entries)
    .filter((entry) => entry.moduleRequest !== null)
    .map((entry) => ({
      request: entry.moduleRequest?.value ?? '',
      isDynamic: false,
    }))
  const later = module.dynamicImports.map((entry) => ({
    request: file.text
      .slice(entry.moduleRequest.start, entry.moduleRequest.end)
      .replaceAll(/^['"`]|['"`]$/g, ''),
    isDynamic: true,
  }))
  return [...fixed, ...passedOn, ...later].map((entry) => ({
    ...entry,
    target: targetOf(file.path, entry.request),
  }))
}

/** Folders by their alias, as package.json declares them: `#kernel` is `server/kernel`. */
export const folderOfAlias = new Map(
  Object.entries(packageFile.imports).map(([alias, folder]) => [
    alias.replace(/\/\*$/, ''),
    // `#zoneOffsets` is a file that depends on who imports it.
    (typeof folder === 'string' ? folder : folder.default).replace(/^\.\/|\/\*$/g, ''),
  ]),
)

export function targetOf(from: string, request: string): string | undefined {
  const [alias = '', ...rest] = request.split('/')
  const folder = folderOfAlias.get(alias)
  if (folder !== undefined) return posix.join(folder, ...rest)
  if (request.startsWith('.')) return posix.normalize(posix.join(dirname(from), request))
  return undefined
}

/** Several rules read the same file, and parsing it takes longer than any of them. */
const parsedFiles = new WeakMap<SourceFile, ReturnType<typeof parseSync>>()

export function parse(file: SourceFile): ReturnType<typeof parseSync> {
  const known = parsedFiles.get(file)
  if (known !== undefined) return known
  const parsed = parseSync(file.path, file.text)
  if (parsed.errors.length > 0) throw new Error(`${file.path}: ${parsed.errors[0]?.message}`)
  parsedFiles.set(file, parsed)
  return parsed
}

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value
  )
}

/**
 * Visits every node with its ancestors, nearest last. The list of ancestors is reused; copy it to
 * keep it.
 */
export function walk(
  node: unknown,
  visit: (node: Node, ancestors: readonly Node[]) => void,
  ancestors: Node[] = [],
): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const entry of node) walk(entry, visit, ancestors)
    return
  }
  if (!isNode(node)) return
  visit(node, ancestors)
  ancestors.push(node)
  for (const key of Object.keys(node)) if (key !== 'type') walk(node[key], visit, ancestors)
  ancestors.pop()
}

export function placeOf(file: SourceFile, offset: number): string {
  return `${file.path}:${file.text.slice(0, offset).split('\n').length}`
}
