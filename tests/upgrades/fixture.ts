/** Databases that earlier versions wrote (make.ts), and how to open them. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { root } from '#tests/root.ts'

export interface Fixture {
  commit: string
  at: string
  /** Rows of each table of the data folder. */
  rows: Record<string, number>
}

const folder = join(root, 'tests/upgrades')

/** Oldest first. */
export const fixtures: readonly Fixture[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const text = readFileSync(join(folder, name, 'fixture.json'), 'utf8')
    return JSON.parse(text) as Fixture // written by make.ts
  })
  .sort((a, b) => a.at.localeCompare(b.at))

const unpacked = (commit: string, file: string) =>
  brotliDecompressSync(readFileSync(join(folder, commit, file)))

export function unpackFolder({ commit }: Fixture, target: string): void {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['xf', '-', '-C', target], { input: unpacked(commit, 'folder.tar.br') })
}

export const dumpOf = ({ commit }: Fixture): string => unpacked(commit, 'dump.sql.br').toString()

/** For a superuser, whom row-level security lets through. */
export async function countRows(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const counted: [string, number][] = []
  for (const { name } of rows) {
    const found = await pool.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
    counted.push([name, found.rows[0]?.n ?? 0])
  }
  return Object.fromEntries(counted)
}

export const hasFolder = ({ commit }: Fixture): boolean =>
  existsSync(join(folder, commit, 'folder.tar.br'))
