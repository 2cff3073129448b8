/** Bundles the server into dist/server: `main.js`, and the embedded database's worker beside it. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  ssr: {
    noExternal: ['rrule'], // has no named exports for Node's modules; bundled, it has
  },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'server/main.ts', embeddedWorker: 'server/db/embeddedWorker.ts' },
      // Flat, because files find their neighbours by import.meta.url.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
