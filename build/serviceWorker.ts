/**
 * Builds the service worker with the lists of files that it caches: those of a round first, then
 * the code reader, then all other code and styles of the page. Heavy parts of few screens are
 * cached after they were shown.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { builtChunk, filesOfRound } from './round.ts'

const entry = fileURLToPath(new URL('../src/app/offline/serviceWorker.ts', import.meta.url))

/** Names of parts that are not cached in advance. Their exclusive imports are not cached either. */
const HEAVY = ['charts', 'maplibre', 'mapbox', 'space', 'pdf']
const SCANNER = /\/(decode\.worker-[\w-]+\.js|zxing_reader-[\w-]+\.wasm)$/
/** No chunk imports antd's sheet: the page links it by its address (build/antd.ts). */
const isSharedSheet = (fileName: string): boolean => nameOf(fileName) === 'antd'

export function serviceWorker(): Plugin {
  let base = '/'
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    // Runs after the pages are complete (build/signInPage.ts), because one of them names the
    // release.
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }, bundle) {
        if (dir === undefined) return
        const files = Object.values(bundle)
        const ofRound = filesOfRound(
          files.flatMap((file) => (file.type === 'chunk' ? [builtChunk(file)] : [])),
        )
        const lists: Record<'round' | 'scanner' | 'rest', string[]> = {
          round: [],
          scanner: [],
          rest: [],
        }
        const words: Record<string, string[]> = {}
        for (const file of files) {
          const { fileName } = file
          const language = file.type === 'chunk' ? languageOf(file.moduleIds[0] ?? '') : null
          const address = base + fileName
          if (language !== null) (words[language] ??= []).push(address)
          else if (SCANNER.test(fileName)) lists.scanner.push(address)
          else if (isAhead(fileName, file.type === 'chunk' ? file.imports : []))
            lists[ofRound.has(fileName) || isSharedSheet(fileName) ? 'round' : 'rest'].push(address)
        }
        const page = readFileSync(join(dir, 'index.html'))
        const release = createHash('sha256').update(page).digest('hex').slice(0, 16)
        await build({
          configFile: false,
          logLevel: 'warn',
          define: {
            PRECACHED: JSON.stringify([
              { url: base, revision: release },
              ...lists.round.map((url) => ({ url, revision: null })),
            ]),
            SCANNER: JSON.stringify(lists.scanner),
            REST: JSON.stringify(lists.rest),
            WORDS: JSON.stringify(words),
            'process.env.NODE_ENV': '"production"',
          },
          build: {
            outDir: dir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: 'es2022',
            rolldownOptions: {
              input: entry,
              output: { format: 'iife', entryFileNames: 'serviceWorker.js' },
            },
          },
        })
      },
    },
  }
}

export const languageOf = (module: string): string | null =>
  /\/(?:locales|i18n\/words)\/(\w+)[./]/.exec(module)?.[1] ?? null

const nameOf = (fileName: string): string => /([^/]+?)-[\w-]{8}\.\w+$/.exec(fileName)?.[1] ?? ''

function isAhead(fileName: string, imports: readonly string[]): boolean {
  if (!/\.(js|css)$/.test(fileName)) return false
  return ![fileName, ...imports].some((one) =>
    HEAVY.some((heavy) => `${nameOf(one)}-`.startsWith(`${heavy}-`)),
  )
}
