import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { antdStyles } from './build/antd.ts'
import { chunkGroups } from './build/chunks.ts'
import { contractOfThePage } from './build/contract.ts'
import { leaveOutParts } from './build/leftOut.ts'
import { serviceWorker } from './build/serviceWorker.ts'
import { signInPage } from './build/signInPage.ts'
import { onlyStayingFiles } from './scripts/trimPackages.mjs'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What a screen loads besides its texts, gzipped, in kB: the present size, so that it can only
 * shrink. A screen is an entry and the screens that load with it.
 */
const pageWeights = [
  // The form responds with this file; the application loads while a user types.
  { page: 'signIn', of: ['signIn'], most: 9 },
  // The page of a label without an account, beside 9 kB of HTML (server/reportHtml.ts).
  { page: 'report', of: ['report'], most: 3 },
  { page: 'a list', of: ['index', 'Shell', 'EquipmentPage'], most: 294 },
  { page: 'Today', of: ['index', 'Shell', 'TodayPage'], most: 289 },
  { page: 'tickets', of: ['index', 'Shell', 'TicketsPage'], most: 294 },
  // After a session has ended, the application is already loaded.
  { page: 'signing in again', of: ['index', 'LoginPage'], most: 208 },
]
/** `More`: parts that no first screen needs (build/chunks.ts). */
const heavyParts = ['antd', 'house', 'charts', 'maplibre', 'mapbox', 'space', 'pdf']
/** Parts that a page must not fetch, however small it stays. */
const without: Readonly<Record<string, readonly string[]>> = {
  signIn: [...heavyParts, 'react', 'state', 'base'],
  report: [...heavyParts, 'react', 'state', 'base'],
  'signing in again': heavyParts,
  'a list': ['antdSoon', 'antdMore', 'houseMore', 'contractMore', 'recurrence'],
  Today: ['antdLists', 'antdSoon', 'antdMore', 'houseMore', 'contractMore', 'recurrence'],
}

/**
 * Fails the build if a page outgrows its limit, or if the sign-in page would load React, antd,
 * charts or maps: one careless import suffices.
 */
function keepPagesLight(): Plugin {
  return {
    name: 'keep-pages-light',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const fetchedBy = (names: readonly string[]) => {
        const fetched = new Set(chunks.filter(({ name }) => names.includes(name)))
        if (fetched.size < names.length) this.error(`Of ${names.join(', ')} some are no chunks`)
        for (const chunk of fetched)
          for (const next of chunks) if (chunk.imports.includes(next.fileName)) fetched.add(next)
        return [...fetched]
      }
      for (const { page, of, most } of pageWeights) {
        const fetched = fetchedBy(of)
        const bytes = fetched.map(({ code }) => gzipSync(code, { level: 9 }).length)
        const weight = bytes.reduce((sum, one) => sum + one, 0) / 1000
        if (weight > most)
          this.error(`${page} would weigh ${weight.toFixed(1)} kB gzipped, and may ${most}`)
        const heavy = fetched.filter(({ name }) => (without[page] ?? []).includes(name))
        if (heavy.length > 0)
          this.error(`${page} would fetch ${heavy.map(({ name }) => name).join(', ')}`)
      }
    },
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins:
    isSsrBuild === true
      ? [react()]
      : [
          react(),
          antdStyles(),
          leaveOutParts(),
          contractOfThePage(),
          keepPagesLight(),
          onlyStayingFiles(),
          signInPage(),
          serviceWorker(),
        ],
  resolve: {
    // The page only reads method, path and tags of a declared call; the schemas stay on the server.
    alias:
      isSsrBuild === true
        ? []
        : [
            { find: /^zod$/, replacement: here('./src/api/zodStub.ts') },
            // The package's own address leads to its build with warnings for developers.
            {
              find: /^react-router$/,
              replacement: here('./node_modules/react-router/dist/production/index.mjs'),
            },
            {
              find: /^react-router\/dom$/,
              replacement: here('./node_modules/react-router/dist/production/dom-export.mjs'),
            },
          ],
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist/client',
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    // Browsers of this target know modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions:
      isSsrBuild === true
        ? {}
        : {
            input: {
              index: here('./index.html'),
              signIn: here('./signIn.html'),
              report: here('./report.html'),
            },
            output: { codeSplitting: { groups: chunkGroups } },
          },
  },
  server: {
    port: 4001,
    proxy: {
      '/api': {
        target: process.env['PLANTROOM_API'] ?? 'http://localhost:4000',
        changeOrigin: false,
      },
    },
  },
}))
