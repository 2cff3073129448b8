/**
 * Builds the service worker beside the page, with the list of what it keeps: all code and styles of
 * the page but the heavy parts that few screens show, which are kept once they were shown.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const entry = fileURLToPath(new URL('./src/app/offline/serviceWorker.ts', import.meta.url))

/** Parts by name that are not kept ahead, nor what only they would show. */
const HEAVY = ['charts', 'maplibre', 'mapbox', 'space', 'pdf']

export function serviceWorker(): Plugin {
  let base = '/'
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    // After the pages are written whole (vite.signInPage): the release is told by one of them.
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }, bundle) {
        if (dir === undefined) return
        const ahead: string[] = []
        const words: Record<string, string[]> = {}
        for (const file of Object.values(bundle)) {
          const language = file.type === 'chunk' ? languageOf(file.moduleIds[0] ?? '') : null
          const address = base + file.fileName
          if (language !== null) (words[language] ??= []).push(address)
          else if (isAhead(file.fileName, file.type === 'chunk' ? file.imports : []))
            ahead.push(address)
        }
        const page = readFileSync(join(dir, 'index.html'))
        const release = createHash('sha256').update(page).digest('hex').slice(0, 16)
        await build({
          configFile: false,
          logLevel: 'warn',
          define: {
            PRECACHED: JSON.stringify([
              { url: base, revision: release },
              ...ahead.map((url) => ({ url, revision: null })),
            ]),
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
