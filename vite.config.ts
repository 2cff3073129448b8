import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What belongs to one vendor chunk. The sign-in page loads `react` and `state`; antd, charts and maps wait for a
 *  screen that shows them. */
const chunkGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
  { name: 'state', test: /node_modules\/(@reduxjs|react-redux|redux|redux-persist|immer|reselect|axios|i18next|react-i18next)\// },
  { name: 'charts', test: /node_modules\/(recharts|d3-[a-z]+|victory-vendor)\// },
  { name: 'maps', test: /node_modules\/(mapbox-gl|three|@react-three)\// },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: {
    // The page only reads method, path and tags of a declared call; the schemas stay on the server.
    alias: isSsrBuild === true ? [] : [{ find: /^zod$/, replacement: here('./src/api/zodStub.ts') }],
  },
  build: {
    outDir: 'dist/client',
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    port: 4001,
    proxy: { '/api': { target: process.env['PLANTROOM_API'] ?? 'http://localhost:4000', changeOrigin: false } },
  },
}))
