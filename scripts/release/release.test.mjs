import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isKept, nativePackages } from '../runtimePackages.mjs'
import { splitPath, tarGz } from './archive.mjs'
import { billOf } from './bill.mjs'
import { notesOf } from './notes.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')
const lock = JSON.parse(read('package-lock.json'))

describe('an archive', () => {
  const long = `${'folder/'.repeat(12)}${'n'.repeat(60)}.txt`
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plantroom-archive-'))
    mkdirSync(join(folder, long, '..'), { recursive: true })
    for (const name of ['b.txt', 'a.txt', 'run.js', long])
      writeFileSync(join(folder, name), name === 'run.js' ? '#!/bin/sh\n' : name)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('has the same bytes whenever its files were written', () => {
    const first = tarGz(folder, 'made', 1_000_000_000)
    utimesSync(join(folder, 'a.txt'), 1, 1)
    expect(tarGz(folder, 'made', 1_000_000_000).equals(first)).toBe(true)
    expect(tarGz(folder, 'made', 1_000_000_001).equals(first)).toBe(false)
  })

  it('is read by tar, with its long paths, its order, and programs that may be run', () => {
    const file = join(folder, 'made.tgz')
    writeFileSync(file, tarGz(folder, 'made', 1_000_000_000))
    const listed = execFileSync('tar', ['tzvf', file], { encoding: 'utf8' }).trim().split('\n')
    expect(listed.map((line) => line.split(' ').at(-1))).toEqual([
      'made/a.txt',
      'made/b.txt',
      `made/${long}`,
      'made/run.js',
    ])
    expect(listed[0]).toMatch(/^-rw-r--r-- root\/root/)
    expect(listed[3]).toMatch(/^-rwxr-xr-x/)
    expect(execFileSync('tar', ['xzOf', file, `made/${long}`], { encoding: 'utf8' })).toBe(long)
  })

  it('refuses a path that its format does not hold', () => {
    expect(() => splitPath('n'.repeat(101))).toThrow(/too long/)
  })
})

it('the release notes are the section of the version in the changelog', () => {
  const changelog = '# Changelog\n\n## 1.1.0 (May)\n- new\n\n## 1.0.0 (April)\n- first\n'
  expect(notesOf(changelog, '1.1.0')).toBe('# Plantroom 1.1.0 (May)\n- new\n')
  expect(() => notesOf(changelog, '1.2.0')).toThrow(/no section for 1\.2\.0/)
})

it('the changelog has a section for the version of package.json, which follows SemVer', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(lock.version).toBe(version)
  expect(notesOf(read('CHANGELOG.md'), version)).toContain(version)
})

describe('the bill of materials', () => {
  const bill = billOf(lock, { name: 'plantroom', version: '1.2.3', commit: 'ab12cd34', root })
  const names = bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name))

  it('lists every package of package.json that is delivered, with its hash, and no tool', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'))
    const builders = ['vite', '@vitejs/plugin-react']
    expect(names).toEqual(
      expect.arrayContaining(Object.keys(dependencies).filter((name) => !builders.includes(name))),
    )
    for (const name of [...builders, ...Object.keys(devDependencies)])
      expect(names).not.toContain(name)
    expect(bill.components.filter(({ hashes }) => hashes?.[0].content.length !== 128)).toEqual([])
  })

  it('is the same at each run, and names each package that another needs', () => {
    const again = billOf(lock, { name: 'plantroom', version: '1.2.3', commit: 'ab12cd34', root })
    expect(again).toEqual(bill)
    const known = new Set([...bill.components, bill.metadata.component].map((c) => c['bom-ref']))
    for (const { ref, dependsOn } of bill.dependencies)
      expect([ref, ...dependsOn].filter((each) => !known.has(each))).toEqual([])
    expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })
})

it('native packages are named for each common system', () => {
  const found = nativePackages(lock.packages)
  for (const system of [
    'linux-x64',
    'linux-arm64',
    'linux-x64-musl',
    'linux-arm64-musl',
    'darwin-arm64',
    'darwin-x64',
    'win32-x64',
  ])
    expect(found[system], system).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^@img\/sharp-(?!libvips)/),
        expect.stringMatching(/^@node-rs\/argon2-/),
      ]),
    )
})

it('the archive has of a package its licence and what the server loads', () => {
  expect(isKept('pdfjs-dist', 'LICENSE')).toBe(true)
  expect(isKept('pdfjs-dist', 'legacy/build/pdf.mjs')).toBe(true)
  expect(isKept('pdfjs-dist', 'legacy/build/pdf.sandbox.mjs')).toBe(false)
  expect(isKept('fontkit', 'dist/main.cjs')).toBe(true)
  expect(isKept('fontkit', 'dist/main.cjs.map')).toBe(false)
})
