import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { archiveOf, venueBomb } from '#tests/attacks.ts'
import { pngOf } from '#tests/pictures.ts'
import { root } from '#tests/root.ts'
import { readVenueTask } from '../../modules/site/venues/inThread.ts'
import { scaleTask } from '../../modules/work/signedLogs/drawTask.ts'
import { Refusal } from '#kernel/http/errors.ts'
import { type LaneLimits, laneLimits, makeThreads } from './threads.ts'

/** Bundled as in the product; from source, each thread would start a loader first. */
const folder = '.cache/threadsOfTest'
await promisify(execFile)(process.execPath, [join(root, 'scripts/buildServer.mjs'), folder])
const bundle = pathToFileURL(join(root, folder, 'threadWorker.js'))
const threads = makeThreads({ bundle })
const limited = (long: Partial<LaneLimits>) =>
  makeThreads({
    bundle,
    limits: { ...laneLimits, long: { ...laneLimits.long, ...long } },
  })
const impatient = limited({
  threads: 1,
  waiting: 1,
  waitingEach: 1,
  milliseconds: 200,
  megabytes: 96,
})
const single = limited({ threads: 1 })
const patient = limited({ milliseconds: 1_500 })
// A thread inside one long call of the engine ends when that call returns.
afterAll(() => Promise.all([threads, impatient, single, patient].map((one) => one.close())), 60_000)

const roomAt = (index: number) => ({
  type: 'Feature',
  properties: { name: `Room ${index}` },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [14, 50],
        [14.001, 50],
        [14.001, 50.001],
        [14, 50.001],
        [14, 50],
      ],
    ],
  },
})

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.errors[0]?.code : error),
  )
const read = (name: string, bytes: Buffer | string, by = threads, company = 1) =>
  by.run(readVenueTask, company, { name, bytes: Buffer.from(bytes) })

describe('reading a file in a thread', () => {
  it('gives the same as reading it in the process', async () => {
    const outline = [
      [
        [14, 50],
        [14.001, 50],
        [14.001, 50.001],
        [14, 50.001],
        [14, 50],
      ],
    ]
    const feature = {
      type: 'Feature',
      properties: { name: 'Room 1', kind: 'room' },
      geometry: { type: 'Polygon', coordinates: outline },
    }
    const { plan } = await read(
      'floor-1.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [feature] }),
    )
    expect(plan.buildings).toHaveLength(1)
  })

  it('refuses deeply nested brackets before parsing', async () => {
    expect(await codeOf(read('x.geojson', '['.repeat(102_000)))).toBe('tooDeep')
    expect(await codeOf(read('x.zip', archiveOf(Buffer.from('{"a":'.repeat(50_000)))))).toBe(
      'tooDeep',
    )
  })

  it('refuses a file that inflates to more values than any building has, before parsing', async () => {
    expect(venueBomb().length).toBeLessThan(320_000)
    expect(await codeOf(read('bomb.zip', venueBomb()))).toBe('tooLarge')
  })

  it('gives up a file that takes too long, while others are answered', async () => {
    const watch = monitorEventLoopDelay({ resolution: 5 })
    watch.enable()
    const long = JSON.stringify({
      type: 'FeatureCollection',
      features: Array.from({ length: 60_000 }, (_, index) => roomAt(index)),
    })
    expect(await codeOf(read('long.geojson', long, impatient))).toBe('tooMuchWork')
    watch.disable()
    // Parsing took minutes before. Another test checks the strict bound on its own server.
    expect(watch.max / 1e6).toBeLessThan(500)
    expect(await codeOf(read('x.geojson', '{', impatient))).not.toBe('tooMuchWork')
  })

  it('is not refused for the time of a busy machine, but asked to come again after a while', async () => {
    const long = JSON.stringify({
      type: 'FeatureCollection',
      features: Array.from({ length: 500 }, (_, index) => roomAt(index)),
    })
    const starved = makeThreads({
      bundle,
      limits: { ...laneLimits, long: { ...laneLimits.long, milliseconds: 1 } },
      meter: () => () => 0,
    })
    expect(await codeOf(read('long.geojson', long, starved))).toBe('tooMany')
    await starved.close()
    const slow = makeThreads({
      bundle,
      limits: { ...laneLimits, long: { ...laneLimits.long, milliseconds: 5_000 } },
      meter: () => () => 0,
    })
    expect(await codeOf(read('long.geojson', long, slow))).toBe('done')
    await slow.close()
  })

  it('waits for its turn, and is refused with 429 when too many wait', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(read('x.geojson', '{', impatient))),
    )
    expect(outcomes).toContain('tooMany')
    expect(outcomes.some((outcome) => outcome !== 'tooMany')).toBe(true)
  })

  it('takes turns with the files of a busy company', async () => {
    const done: string[] = []
    const asked = (company: number) =>
      codeOf(read('x.geojson', '{', single, company)).then((code) => {
        done.push(code === 'tooMany' ? 'refused' : `company ${company}`)
      })
    await Promise.all([...Array.from({ length: 12 }, () => asked(1)), asked(2)])
    // One task runs and eight wait; the ninth is refused at once.
    expect(done.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => 'refused'))
    // The first turn came before the other company, and one call already waited for the next.
    expect(done.slice(3, 7)).toEqual(['company 1', 'company 1', 'company 2', 'company 1'])
  })

  it('finds a thread free while another company holds its limit', async () => {
    const order: string[] = []
    const long = JSON.stringify({
      type: 'FeatureCollection',
      features: Array.from({ length: 12_000 }, (_, index) => roomAt(index)),
    })
    const greedy = [1, 2].map(() =>
      codeOf(read('long.geojson', long, patient, 1)).then(() => order.push('company 1')),
    )
    const other = codeOf(read('x.geojson', '{', patient, 2)).then(() => order.push('company 2'))
    await Promise.all([...greedy, other])
    expect(order[0]).toBe('company 2')
  })
})

describe('scaling a picture in a bounded process', () => {
  const MEGABYTES = 85
  const tight = makeThreads({
    bundle,
    limits: { ...laneLimits, apart: { ...laneLimits.apart, megabytes: MEGABYTES } },
  })
  afterAll(() => tight.close())

  it('is ended when the process exceeds its memory, buffers included', async () => {
    const picture = new Uint8Array(await pngOf(6_000, 5_000))
    let peak = 0
    const look = setInterval(() => (peak = Math.max(peak, peakOfProcesses())), 2)
    expect(await codeOf(tight.run(scaleTask, 1, picture))).toBe('tooMuchWork')
    clearInterval(look)
    expect(peak).toBeLessThan(MEGABYTES * 1.5) // 0 if the system does not report the peak
    expect(await codeOf(threads.run(scaleTask, 1, picture))).toBe('done')
  })
})

function peakOfProcesses(): number {
  const pids = process.platform === 'linux' ? readdirSync('/proc') : []
  const peaks = pids.map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const isOwn = Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === process.pid
      const works = isOwn && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('threadWorker')
      return works ? Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 : 0
    } catch {
      return 0 // the process has ended, or the worker is a thread
    }
  })
  return Math.max(0, ...peaks)
}
