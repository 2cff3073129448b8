/** A real VictoriaMetrics for a test, on its own port and in its own folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sparePort } from './serverProcess.ts'

const program = [
  '/usr/bin/victoria-metrics',
  '/usr/local/bin/victoria-metrics',
  '/opt/homebrew/bin/victoria-metrics',
].find((path) => existsSync(path))

/** False if VictoriaMetrics is not installed. The test then reports that it was not run. */
export const hasVictoriaMetrics = program !== undefined
if (!hasVictoriaMetrics) console.warn('VictoriaMetrics is not installed: its tests were not run.')

export interface VictoriaMetrics {
  url: string
  /** Resolves when written data can be read. Otherwise that takes a second or two. */
  flush(): Promise<void>
  start(): Promise<void>
  /** SIGKILL may lose the last seconds of data; SIGTERM loses nothing. */
  kill(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  stop(): Promise<void>
}

export async function startVictoriaMetrics(): Promise<VictoriaMetrics> {
  if (program === undefined) throw new Error('This machine has no VictoriaMetrics.')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-series-'))
  const port = await sparePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const store: VictoriaMetrics = {
    url,
    async flush() {
      await fetch(`${url}/internal/force_flush`)
    },
    async start() {
      child = spawn(
        program,
        [
          `-storageDataPath=${folder}`,
          `-httpListenAddr=127.0.0.1:${port}`,
          '-retentionPeriod=100y',
          '-dedup.minScrapeInterval=1ms',
          '-loggerLevel=ERROR',
        ],
        { stdio: 'ignore' },
      )
      for (const deadline = Date.now() + 20_000; ;) {
        const answer = await fetch(`${url}/health`).catch(() => undefined)
        if (answer?.ok === true) return
        if (Date.now() > deadline || child.exitCode !== null)
          throw new Error('VictoriaMetrics did not start')
        await wait(20)
      }
    },
    async kill(signal = 'SIGKILL') {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
    async stop() {
      await store.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await store.start()
  return store
}
