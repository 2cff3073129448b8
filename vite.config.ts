import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { languageOf, serviceWorker } from './vite.serviceWorker.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What travels together. The sign-in page loads `react`, `state` and `base` alone; antd, charts and
 * maps wait for a screen that shows them. Small modules that many screens share go in one file: a
 * screen is a few requests, not eighty. A group takes along what it imports, so what the sign-in
 * page needs of the house is named before the house is. The rules of a password stay out of the
 * house: choosing one by a link must not fetch all of it.
 */
const chunkGroups = [
  {
    // Words of what one signs in for: one file a language, loaded with the shell (lib/i18n).
    name: (module: string) => `words-${languageOf(module) ?? ''}`,
    test: /\/locales\/\w+\/(?!(common|notices|titles|auth|secondStep)\.)\w+\.json/,
  },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
  },
  {
    name: 'state',
    test: /node_modules\/(@reduxjs|react-redux|redux|redux-persist|immer|reselect|axios|i18next|react-i18next)\//,
  },
  {
    name: 'recurrence',
    test: /\/contract\/recurrence\/(?!kinds)|node_modules\/(rrule|rrule-temporal|temporal-polyfill|temporal-utils)\//,
  },
  {
    name: 'base',
    test: /\/(src\/(api\/(?!live|files)|lib\/(i18n|lateFiles|paths|draftStorage)|entities\/session\/(?!corporate)|ui\/toaster|ui\/Logo|ui\/states\.module\.css|ui\/theme\/(scheme|tokens))|contract\/(auth|waysIn|passkey|secondStep|shapes|ids|endpoint|languages|permissions|colours|rules\/(email|password|phone)))/,
  },
  { name: 'ground', test: /\/src\/(api|lib)\//, minShareCount: 2 },
  {
    name: 'antd',
    test: /node_modules\/(antd|@ant-design|@rc-component|dayjs)\//,
    minShareCount: 3,
  },
  {
    name: 'house',
    test: /\/src\/(ui\/(?!charts\/)|entities\/(?!password\/|passkey\/|confirm\/))[^?]*\.tsx?$/,
    minShareCount: 3,
  },
  { name: 'contract', test: /\/contract\//, minShareCount: 2 },
  {
    name: 'charts',
    test: /node_modules\/(recharts|d3-[a-z]+|victory-vendor)\/|\/src\/ui\/charts\/[A-Za-z]+Chart\.tsx/,
  },
  { name: 'maplibre', test: /node_modules\/(maplibre-gl|@maplibre|@vis\.gl\/react-maplibre)\// },
  { name: 'mapbox', test: /node_modules\/(mapbox-gl|@mapbox|@vis\.gl\/react-mapbox)\// },
  { name: 'space', test: /node_modules\/(three|@react-three)\// },
]

/**
 * What a screen fetches besides its words, gzipped, in kB: as much as it is now, so that it only
 * becomes less. Wanted are 150 for the sign-in page and 400 for a list, of which antd alone is 290.
 */
const pageWeights = [
  { page: 'LoginPage', with: [], most: 216 },
  { page: 'EquipmentPage', with: ['Shell'], most: 680 },
  { page: 'TodayPage', with: ['Shell'], most: 670 },
]
const notForSignIn = ['antd', 'house', 'charts', 'maplibre', 'mapbox', 'space']

/**
 * Fails the build when a page outgrows its figure, and when the sign-in page would fetch antd,
 * charts or maps: one careless import does it.
 */
function keepPagesLight(): Plugin {
  return {
    name: 'keep-pages-light',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const fetchedBy = (page: string, beside: readonly string[]) => {
        const fetched = new Set(
          chunks.filter(({ isEntry, name }) => isEntry || name === page || beside.includes(name)),
        )
        if (fetched.size < beside.length + 2) this.error(`There is no chunk ${page}`)
        for (const chunk of fetched)
          for (const next of chunks) if (chunk.imports.includes(next.fileName)) fetched.add(next)
        return [...fetched]
      }
      for (const { page, with: beside, most } of pageWeights) {
        const bytes = fetchedBy(page, beside).map(({ code }) => gzipSync(code, { level: 9 }).length)
        const weight = bytes.reduce((sum, one) => sum + one, 0) / 1000
        if (weight > most)
          this.error(`${page} would weigh ${weight.toFixed(1)} kB gzipped, and may ${most}`)
      }
      const heavy = fetchedBy('LoginPage', []).filter(({ name }) => notForSignIn.includes(name))
      if (heavy.length > 0)
        this.error(`The sign-in page would fetch ${heavy.map(({ name }) => name).join(', ')}`)
    },
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild === true ? [react()] : [react(), keepPagesLight(), serviceWorker()],
  resolve: {
    // The page only reads method, path and tags of a declared call; the schemas stay on the server.
    alias:
      isSsrBuild === true ? [] : [{ find: /^zod$/, replacement: here('./src/api/zodStub.ts') }],
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist/client',
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
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
