import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'
import { filesIn } from './sourceFiles.ts'

const PARTS = ['Context', 'Decision', 'Alternatives', 'Consequences']
/** One page. Two records of November 2026 are longer. */
const WORDS_AT_MOST = 600
const longer: Record<string, number> = { '56': 830, '58': 650 }
const LINES_AT_MOST = 60

const records = filesIn(['docs/decisions'], ['.md']).filter(({ path }) =>
  /^\d\d-/.test(basename(path)),
)
const docs = [
  ...filesIn(['docs'], ['.md']),
  ...['README.md', 'CONTRIBUTING.md'].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  })),
]

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

describe('a decision record', () => {
  it('has its number in the title, a status, a date, and four parts in order', () => {
    expect(records.length).toBeGreaterThan(50)
    for (const { path, text } of records) {
      const [title, status] = text.split('\n')
      expect(title, path).toMatch(new RegExp(`^# ${Number(basename(path).slice(0, 2))}\\. \\S`))
      expect(status, path).toMatch(/^Status: (accepted|superseded)\b.*?\. Date: \d+ \w+ 20\d\d\./)
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
      expect(
        headings.filter((heading) => PARTS.includes(heading)),
        path,
      ).toEqual(PARTS)
    }
  })

  it('fits on one page', () => {
    for (const { path, text } of records) {
      const limit = longer[basename(path).slice(0, 2)] ?? WORDS_AT_MOST
      expect(text.split(/\s+/).length, path).toBeLessThanOrEqual(limit)
      expect(text.split('\n').length, path).toBeLessThanOrEqual(LINES_AT_MOST)
    }
  })

  it('has a row in the index with its title, status and date, in the order of the numbers', () => {
    const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
    const rows = index.split('\n').filter((line) => /^\| \d/.test(line))
    expect(rows).toEqual(
      records.map(({ path, text }) => {
        const [title = '', status = ''] = text.split('\n')
        const [, number, name] = /^# (\d+)\. (.+)$/.exec(title) ?? []
        const [, state, date] = /^Status: (.+?)\. Date: ([^.]+)\./.exec(status) ?? []
        return `| ${number} | [${name}](${basename(path)}) | ${state} | ${date} |`
      }),
    )
  })
})

describe('the docs', () => {
  it('have links that lead to a file and a heading of it', () => {
    const broken = docs.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^[a-z]+:/.test(link)) return []
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : join(dirname(path), file)
        if (!existsSync(join(root, target))) return [`${path}: ${link}`]
        const hasAnchor =
          anchor === undefined ||
          anchorsIn(readFileSync(join(root, target), 'utf8')).includes(anchor)
        return hasAnchor ? [] : [`${path}: ${link}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('name files that exist, in what describes the present', () => {
    const present = docs.filter(({ path }) => !path.startsWith('docs/decisions/'))
    const missing = present.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:build|contract|e2e|scripts|server|src|tests)\/[\w./-]+)`/g)].flatMap(
        ([, file = '']) => (existsSync(join(root, file)) ? [] : [`${path}: ${file}`]),
      ),
    )
    expect(missing).toEqual([])
  })

  it('have every feature in their index', () => {
    const index = readFileSync(join(root, 'docs/features/README.md'), 'utf8')
    const pages = filesIn(['docs/features'], ['.md']).map(({ path }) => basename(path))
    for (const page of pages.filter((name) => name !== 'README.md'))
      expect(index).toContain(`](${page})`)
  })
})

it('source files name decision records that exist', () => {
  const known = new Set(records.map(({ path }) => basename(path)))
  const numbers = new Set([...known].map((name) => Number(name.slice(0, 2))))
  const folders = ['build', 'contract', 'e2e', 'scripts', 'server', 'src', 'tests']
  const broken = filesIn(folders, ['.ts', '.tsx', '.mjs', '.sql']).flatMap(({ path, text }) => [
    ...[...text.matchAll(/decisions\/(\d\d-[\w-]+\.md)/g)]
      .filter(([, name = '']) => !known.has(name))
      .map(([link]) => `${path}: ${link}`),
    ...[...text.matchAll(/\bdecisions? (\d+)\b/g)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([link]) => `${path}: ${link}`),
  ])
  expect(broken).toEqual([])
})
