import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { languageOf, serviceWorker } from './vite.serviceWorker.ts'
import { signInPage } from './vite.signInPage.ts'

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
    // Of the sign-in page's own script; what it shares with the application must not bring React.
    name: 'first',
    test: /\/src\/(lib\/(paths|pageEntry|signedInMark|i18n\/(languages|storedLanguage))|api\/baseAddress|entities\/(session\/handedOver|passkey\/passkey))\.ts|\/contract\/(languages|pageCookies|rules\/email)\.ts/,
  },
  {
    // Words of what one signs in for: one file a language, loaded with the shell (lib/i18n).
    debugName: 'words',
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
  { name: 'pdf', test: /node_modules\/pdfjs-dist\// },
]

/**
 * What a screen fetches besides its words, gzipped, in kB: as much as it is now, so that it only
 * becomes less. A screen is an entry and the screens that are loaded with it.
 */
const pageWeights = [
  // The form answers with this; the application comes along while a person types.
  { page: 'signIn', of: ['signIn'], most: 9 },
  { page: 'a list', of: ['index', 'Shell', 'EquipmentPage'], most: 680 },
  { page: 'Today', of: ['index', 'Shell', 'TodayPage'], most: 670 },
  // Where a session ended: the application is there already.
  { page: 'signing in again', of: ['index', 'LoginPage'], most: 216 },
]
const heavyParts = ['antd', 'house', 'charts', 'maplibre', 'mapbox', 'space', 'pdf']
/** Parts that a page must not fetch, however small it stays. */
const without: Readonly<Record<string, readonly string[]>> = {
  signIn: [...heavyParts, 'react', 'state', 'base'],
  'signing in again': heavyParts,
}

/**
 * Fails the build when a page outgrows its figure, and when the sign-in page would fetch React,
 * antd, charts or maps: one careless import does it.
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
    isSsrBuild === true ? [react()] : [react(), keepPagesLight(), signInPage(), serviceWorker()],
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
    rolldownOptions:
      isSsrBuild === true
        ? {}
        : {
            input: { index: here('./index.html'), signIn: here('./signIn.html') },
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
