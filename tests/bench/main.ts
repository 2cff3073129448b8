/**
 * `npm run bench`: all measurements, or the parts named; a table for people and JSON for comparing
 * runs.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '#tests/root.ts'
import { measureAccuracy } from './accuracy.ts'
import { measureAttack } from './attack.ts'
import { measureAutomations } from './automations.ts'
import { measureBacklog } from './backlog.ts'
import { measureCompanies } from './companies.ts'
import { measureDashboards } from './dashboards.ts'
import { measureEditing } from './editing.ts'
import { measureExports } from './exports.ts'
import { measureFirstContent } from './firstContent.ts'
import { measureHeavyReads } from './heavyReads.ts'
import { measureHistory } from './history.ts'
import { measureImports } from './imports.ts'
import { measureIngest } from './ingest.ts'
import { measureLists, measureNames } from './lists.ts'
import { measureMap } from './map.ts'
import type { Row } from './measures.ts'
import { measureOfflineReady } from './offlineReady.ts'
import { measurePages } from './pages.ts'
import { measureSoak } from './soak.ts'
import { measureStreams } from './streams.ts'
import { measureSums } from './sums.ts'
import { measureTickets } from './tickets.ts'
import { measureVenues } from './venues.ts'

const parts: Record<string, () => Promise<Row[]>> = {
  pages: measurePages,
  firstContent: measureFirstContent,
  offlineReady: measureOfflineReady,
  lists: measureLists,
  tickets: measureTickets,
  attack: measureAttack,
  automations: measureAutomations,
  backlog: measureBacklog,
  companies: measureCompanies,
  dashboards: measureDashboards,
  editing: measureEditing,
  exports: measureExports,
  sums: measureSums,
  map: measureMap,
  positions: measureAccuracy,
  imports: measureImports,
  ingest: measureIngest,
  heavyReads: measureHeavyReads,
  history: measureHistory,
  streams: measureStreams,
  venues: measureVenues,
}
/** Long measurements that run only by name. */
const onlyByName: typeof parts = { soak: measureSoak, names: measureNames }

const chosen = process.argv.slice(2)
const all = { ...parts, ...onlyByName }
const unknown = chosen.filter((name) => all[name] === undefined)
if (unknown.length > 0) {
  console.error(
    `There is no part called ${unknown.join(', ')}; the parts are ${Object.keys(all).join(', ')}.`,
  )
  process.exit(1)
}

const rows: Row[] = []
for (const [name, measure] of Object.entries(chosen.length > 0 ? all : parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`  · Measuring ${name} …`)
  const measured = await measure()
  print(measured)
  rows.push(...measured)
}
const folder = join(root, 'bench-results')
mkdirSync(folder, { recursive: true })
const report = {
  at: new Date().toISOString(),
  node: process.version,
  processor: `${cpus().length} × ${cpus()[0]?.model ?? '?'}`,
  rows,
}
const file = join(folder, `${report.at.replaceAll(':', '-')}.json`)
for (const path of [file, join(folder, 'latest.json')])
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
console.log('  Kept in bench-results/.')

function print(measured: readonly Row[]): void {
  const columns = [...new Set(measured.flatMap(({ values }) => Object.keys(values)))]
  const table = [
    ['', 'where', ...columns],
    ...measured.map(({ what, where, values }) => [
      what,
      where,
      ...columns.map((column) => String(values[column] ?? '')),
    ]),
  ]
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  for (const line of table)
    console.log(
      `    ${line.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`,
    )
}
