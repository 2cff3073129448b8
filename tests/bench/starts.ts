/**
 * The first and the second start of the built product with the demo, as `npm start` runs it: time
 * and processor time until /readyz answers, memory 15 s later, and processor time while idle.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '#tests/serverProcess.ts'
import { type Backend, onBoth } from './backends.ts'
import { hundredths, type Row } from './measures.ts'
import { hasProc, megabytesUnder } from './memory.ts'
import { processorSeconds, secondsBetween } from './processorSeconds.ts'

const SETTLED_MS = 15_000
const IDLE_SECONDS = 60

export async function measureStarts(checkout: string): Promise<Row[]> {
  if (!hasProc()) console.log('    This system has no /proc: only the seconds are measured.')
  return (await onBoth(checkout, measure)).flat()
}

async function measure(backend: Backend): Promise<Row[]> {
  const row = (what: string, values: Row['values']): Row => {
    console.log(`    ${backend.name}, ${what}: ${JSON.stringify(values)}`)
    return { part: 'starts', what, where: backend.name, values }
  }
  const first = await started(backend)
  const rows = [row('first start', first.values)]
  await first.server.stop()
  const second = await started(backend)
  try {
    rows.push(row('second start', second.values))
    if (!hasProc()) return rows
    const before = processorSeconds(backend, second.server.child.pid)
    await wait(IDLE_SECONDS * 1_000)
    const after = processorSeconds(backend, second.server.child.pid)
    return [...rows, row(`${IDLE_SECONDS} s idle`, secondsBetween(before, after))]
  } finally {
    await second.server.stop()
  }
}

/** Starts the product and waits until the demo and the caches of the start have settled. */
async function started(backend: Backend) {
  const { checkout, dataDir, databaseUrl } = backend
  const begun = performance.now()
  const before = processorSeconds(backend, undefined)
  const server = await startServer({
    checkout,
    program: 'scripts/start.mjs',
    readyPath: '/readyz',
    dataDir,
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
  const ready = hundredths((performance.now() - begun) / 1_000)
  const { pid } = server.child
  if (pid === undefined || !hasProc()) return { server, values: { 'ready s': ready } }
  const after = processorSeconds(backend, pid)
  await wait(SETTLED_MS)
  const values = {
    'ready s': ready,
    ...secondsBetween(before, after),
    'MB at most': megabytesUnder(pid, 'VmHWM'),
    MB: megabytesUnder(pid, 'VmRSS'),
  }
  return { server, values }
}
