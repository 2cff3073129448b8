import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forgetOldModules, mayReachComponents } from './stages.mjs'

test('modules that were kept a week ago go; newer ones and what tells of their making stay', () => {
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

test('nothing of the page imports what is taken to be beside it', () => {
  const page = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join('src', path), 'utf8'))
  expect(page.length).toBeGreaterThan(1_000)
  expect(
    page.filter((text) => /from '(\.\.\/)+(server|e2e|scripts|deploy|docs)\//.test(text)),
  ).toEqual([])
})
