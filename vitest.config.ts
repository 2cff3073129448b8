/** Which tests run where. `*.db.test.ts` runs twice: on the embedded database and on a real PostgreSQL. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const withDatabase = ['server/**/*.db.test.ts', 'tests/**/*.db.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...withDatabase, 'tests/bench/**', 'node_modules/**'],
          testTimeout: 20_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'client',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          testTimeout: 20_000,
          css: false,
        },
      },
    ],
  },
})
