import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from './setup.mjs'
import {
  areTrimmed,
  filesUnder,
  isTrimmed,
  onlyStayingFiles,
  packagesForTools,
  trimPackages,
} from './trimPackages.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-trim-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function install(packages, files) {
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('package-lock.json', JSON.stringify({ packages }))
  for (const file of files) write(`node_modules/${file}`, '')
}

describe('packages of npm start', () => {
  it('lose source maps, types and notes, and keep code, licences and data', () => {
    const stays = ['a/index.js', 'a/LICENSE.md', 'a/NOTICE.md', 'a/package.json', 'a/data.json']
    install({ '': { dependencies: { a: '1' } }, 'node_modules/a': {} }, [
      ...stays,
      'a/index.js.map',
      'a/index.d.ts',
      'a/index.d.mts',
      'a/README.md',
      'mapbox-gl/dist/mapbox-gl-dev.js',
    ])
    expect(areTrimmed(folder)).toBe(false)
    trimPackages(folder)
    expect(areTrimmed(folder)).toBe(true)
    expect(filesUnder(join(folder, 'node_modules')).sort()).toEqual(['.trimmed', ...stays].sort())
  })

  it('lose what only tools use, also if it is an optional peer of another package', () => {
    install(
      {
        '': { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
        'node_modules/a': {
          dependencies: { b: '1' },
          peerDependencies: { tool: '1', peer: '1' },
          peerDependenciesMeta: { tool: { optional: true } },
        },
        'node_modules/a/node_modules/b': {},
        'node_modules/peer': {},
        'node_modules/tool': { devOptional: true },
      },
      ['a/index.js', 'a/node_modules/b/index.js', 'peer/index.js', 'tool/index.js'],
    )
    expect(packagesForTools(folder)).toEqual(['node_modules/tool'])
    trimPackages(folder)
    expect(existsSync(join(folder, 'node_modules/tool'))).toBe(false)
    expect(existsSync(join(folder, 'node_modules/a/node_modules/b/index.js'))).toBe(true)
    expect(existsSync(join(folder, 'node_modules/peer/index.js'))).toBe(true)
  })

  it('are at most 368 MB', { timeout: 120_000 }, () => {
    const unneeded = packagesForTools(root).map((path) => `${path.slice('node_modules/'.length)}/`)
    const bytes = filesUnder(join(root, 'node_modules'))
      .filter((file) => !isTrimmed(file) && !unneeded.some((path) => file.startsWith(path)))
      .filter((file) => !file.startsWith('.cache/') && !file.startsWith('.vite'))
      .reduce((sum, file) => sum + statSync(join(root, 'node_modules', file)).size, 0)
    expect(bytes / 1e6).toBeLessThan(368)
  })
})

it('a build fails if it uses a file that npm start removes', () => {
  const error = vi.fn()
  const build = (id) => onlyStayingFiles().buildEnd.call({ error, getModuleIds: () => [id] })
  build('/somewhere/node_modules/antd/es/index.js?v=1')
  expect(error).not.toHaveBeenCalled()
  build('/somewhere/node_modules/antd/dist/reset.css?inline')
  expect(error).toHaveBeenCalledWith(expect.stringContaining('antd/dist/reset.css'))
})
