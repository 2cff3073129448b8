import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forgetOldModules, journeyCounts, mayReachComponents, remarksIn } from './stages.mjs'

test('cached modules of a week ago are removed; newer ones and the index stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-modules-'))
  const now = Date.parse('2026-11-20T09:00:00Z')
  const [old, recent] = ['a'.repeat(40), 'b'.repeat(40)]
  for (const [name, days] of [
    [old, 8],
    [recent, 6],
    ['_metadata.json', 8],
  ]) {
    writeFileSync(join(folder, name), '')
    const at = new Date(now - days * 86_400_000)
    utimesSync(join(folder, name), at, at)
  }
  forgetOldModules(folder, now)
  expect(readdirSync(folder).sort()).toEqual(['_metadata.json', recent])
  rmSync(folder, { recursive: true })
})

test('components are looked for where a change may reach them, and only there', () => {
  expect(mayReachComponents(['server/app.ts', 'e2e/map.spec.ts', 'README.md'])).toBe(false)
  for (const path of ['src/a.tsx', 'contract/a.ts', 'locales/en/a.json', 'package.json', '.'])
    expect(mayReachComponents(['server/app.ts', path])).toBe(true)
})

test('the page imports nothing of what is taken to be beside it', () => {
  const page = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join('src', path), 'utf8'))
  expect(page.length).toBeGreaterThan(1_000)
  expect(
    page.filter((text) => /from '(\.\.\/)+(server|e2e|scripts|deploy|docs)\//.test(text)),
  ).toEqual([])
})

test('a journey that passes at its second try fails the long form, and the short form counts it', () => {
  const stats = { expected: 70, flaky: 1, unexpected: 0, skipped: 2 }
  expect(journeyCounts(stats, true)).toEqual({ passed: 70, failed: 1, skipped: 2 })
  expect(journeyCounts(stats, false)).toEqual({ passed: 71, failed: 0, skipped: 2 })
})

test('a flaky journey and a test that was left out are named once each, after their stage', () => {
  const output = [
    '  ✘  4 map.spec.ts:12:3 › the map opens (30.1s)',
    '  ✓  5 map.spec.ts:12:3 › the map opens (retry #1) (8.2s)',
    '  ✓  6 links.spec.ts:9:1 › every link leads somewhere (2.0s)',
    'stderr: There is no RabbitMQ here; not run: its test',
    'stderr: There is no RabbitMQ here; not run: its test',
  ]
  expect(remarksIn(output.join('\n'))).toEqual([
    'flaky: ✓  5 map.spec.ts:12:3 › the map opens (retry #1) (8.2s)',
    'stderr: There is no RabbitMQ here; not run: its test',
  ])
})
