/**
 * `npm run bench`: all measurements, or the parts named; a table for people and JSON for comparing
 * runs. `PART --against COMMIT` runs this build and that of the commit in turn.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '#tests/root.ts'
import type { Row } from './measures.ts'
import { type Options, readOptions, WrongOptions } from './options.ts'
import { buildCommit, commitOf, nameOfThis } from './otherBuild.ts'
import { type Part, parts } from './parts.ts'
import { figuresOf, type MeasuredPair } from './ratios.ts'
import { printComparison, printRows } from './tables.ts'

// A signal alone would skip the exit listeners, which end servers and remove the other checkout.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(130))

try {
  const options = readOptions(process.argv.slice(2), parts)
  const { against } = options
  save(against === undefined ? await measureParts(options) : await compare(options, against))
} catch (error) {
  console.error(error instanceof WrongOptions ? error.message : error)
  process.exitCode = 1
}

async function measureParts({ parts: chosen }: Options): Promise<{ rows: Row[] }> {
  const rows: Row[] = []
  for (const [name, { measure, onlyByName }] of Object.entries(parts)) {
    if (chosen.length > 0 ? !chosen.includes(name) : onlyByName === true) continue
    console.log(`  · Measuring ${name} …`)
    const measured = await measure(root)
    printRows(measured)
    rows.push(...measured)
  }
  return { rows }
}

async function compare({ parts: [name = ''], pairs: count }: Options, against: string) {
  const part = parts[name]
  if (part === undefined) throw new WrongOptions(`Unknown part: ${name}.`)
  const commit = commitOf(against)
  const names = { this: nameOfThis(), that: commit.substring(0, 8) }
  console.log(`  · Building ${names.that} in a temporary folder …`)
  const other = await buildCommit(commit)
  try {
    const pairs: MeasuredPair[] = []
    for (let pair = 0; pair < count; pair += 1) {
      console.log(`  · Pair ${pair + 1} of ${count}: ${name}`)
      const here = () => measureBuild(part, root, `this (${names.this})`)
      const there = () => measureBuild(part, other.checkout, `that (${names.that})`)
      // The order alternates, so that a machine that slows down favours neither.
      const isThisFirst = pair % 2 === 0
      const early = await (isThisFirst ? here : there)()
      const late = await (isThisFirst ? there : here)()
      pairs.push(isThisFirst ? { here: early, there: late } : { here: late, there: early })
    }
    const figures = figuresOf(pairs)
    console.log(`  · ${name}: this is ${names.this}, that is ${names.that}`)
    printComparison(figures)
    return { part: name, ...names, pairs, figures }
  } finally {
    other.remove()
  }
}

async function measureBuild({ measure }: Part, checkout: string, name: string): Promise<Row[]> {
  try {
    const rows = await measure(checkout)
    console.log(`    ${name}`)
    printRows(rows)
    return rows
  } catch (error) {
    throw new Error(`The measurement of ${name} failed.`, { cause: error })
  }
}

function save(measured: object): void {
  const folder = join(root, 'bench-results')
  mkdirSync(folder, { recursive: true })
  const report = {
    at: new Date().toISOString(),
    node: process.version,
    processor: `${cpus().length} × ${cpus()[0]?.model ?? '?'}`,
    ...measured,
  }
  const file = join(folder, `${report.at.replaceAll(':', '-')}.json`)
  for (const path of [file, join(folder, 'latest.json')])
    writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
  console.log('  Kept in bench-results/.')
}
