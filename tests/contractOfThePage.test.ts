/**
 * The page has no schemas, because vite.config.ts replaces zod by a stub. Values that the contract
 * computes from a schema at load would leave most screens blank.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { root } from './root.ts'
import { filesIn, isTest } from './sourceFiles.ts'

it('every file of the contract is loaded without its schemas', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-contract-'))
  const files = filesIn(['contract'], ['.ts']).filter(({ path }) => !isTest(path))
  try {
    const all = join(folder, 'all.ts')
    writeFileSync(all, files.map(({ path }) => `import '${join(root, path)}'`).join('\n'))
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias: [{ find: /^zod$/, replacement: join(root, 'src/api/zodStub.ts') }] },
      ssr: { noExternal: true },
      build: { ssr: all, outDir: join(folder, 'built'), minify: false },
    })
    const built = pathToFileURL(join(folder, 'built/all.js')).href
    await expect(import(/* @vite-ignore */ built)).resolves.toBeDefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
