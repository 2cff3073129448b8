/**
 * `npm run migration -- --name what-changes`: writes the next SQL file from the schema. Moves a
 * generated column that is replaced to the end, because drizzle-kit would create it before the
 * columns that it uses.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BREAK = '--> statement-breakpoint'
const isGenerated = (statement) => /\bADD COLUMN\b.*\bGENERATED ALWAYS AS \(/s.test(statement)
// drizzle-kit writes `drop` in lower case for a replaced column, and in capitals for a removed
// column.
const isDropped = (statement) => /\bdrop column\b/.test(statement)

/** The same statements, with replaced columns dropped first and created last. */
export function generatedLast(sql) {
  const statements = sql.split(BREAK).map((statement) => statement.trim())
  if (!statements.some(isGenerated)) return sql
  const rest = statements.filter((one) => !isGenerated(one) && !isDropped(one))
  return [...statements.filter(isDropped), ...rest, ...statements.filter(isGenerated)].join(
    `${BREAK}\n`,
  )
}

function main() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const folder = join(root, 'server/db/migrations')
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const before = new Set(files())
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  )
  for (const name of files().filter((one) => !before.has(one))) {
    const path = join(folder, name)
    writeFileSync(path, generatedLast(readFileSync(path, 'utf8')))
  }
  keepLastSnapshot(join(folder, 'meta'))
  process.exitCode = status ?? 1
}

/** Deletes older snapshots. The next migration needs only the last, and each has 16,000 lines. */
function keepLastSnapshot(folder) {
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.toSorted().slice(0, -1)) rmSync(join(folder, name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
