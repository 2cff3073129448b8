import { defineConfig } from 'drizzle-kit'

/** `npm run migration -- --name what-changes` writes the next SQL file from the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/index.ts',
  out: './server/db/migrations',
})
