/**
 * Which tests run where. `*.db.test.ts` runs twice: on the embedded database and on a real
 * PostgreSQL. `npm run check` takes `unit` and `client` only, which are quick.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const withDatabase = ['server/**/*.db.test.ts', 'tests/**/*.db.test.{ts,tsx}']
/** About the embedded database itself. */
const embedded = ['server/**/*.pglite.test.ts']

/** A server test opens a database of its own; two at a time is what a small machine bears. */
const onDatabase = (name: string, globalSetup: string, include: string[]) => ({
  test: {
    name,
    include,
    globalSetup: [globalSetup],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
  },
})

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'tests/**/*.test.ts',
          ],
          exclude: [...withDatabase, ...embedded, 'tests/bench/**', 'node_modules/**'],
          testTimeout: 90_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'client',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A fresh environment for each file takes as long as the tests; each leaves nothing behind.
          isolate: false,
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          testTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } }, // a busy machine is no fault of the page
          css: false,
        },
      },
      onDatabase('server-pglite', 'tests/globalPglite.ts', [...withDatabase, ...embedded]),
      onDatabase('server-postgres', 'tests/globalPostgres.ts', withDatabase),
    ],
  },
})
