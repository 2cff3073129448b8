/** The built server in its own process, for journeys, pictures and measurements. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './root.ts'

export interface ServerProcess {
  url: string
  child: ChildProcess
  output(): string
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export interface ServerOrder {
  dataDir: string
  databaseUrl?: string
  port?: number
  env?: Record<string, string>
  /** Folder of a built checkout. Omit for this checkout. */
  checkout?: string
  /** The program within the checkout. Defaults to the built server. */
  program?: 'dist/server/main.js' | 'scripts/start.mjs' | 'server/main.js'
  /** The path that answers when the server is ready. */
  readyPath?: string
  /** Options of Node, such as a module that watches the server. */
  nodeArguments?: string[]
}

/**
 * Starts the server and waits until it responds. Throws with its output if it ends before.
 */
export async function startServer(order: ServerOrder): Promise<ServerProcess> {
  const port = order.port ?? (await sparePort())
  const { checkout = root, program = 'dist/server/main.js' } = order
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', ...(order.nodeArguments ?? []), join(checkout, program)],
    {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DEMO: '1',
        LOG_LEVEL: 'warn',
        HOST: 'localhost',
        PORT: String(port),
        DATA_DIR: order.dataDir,
        DATABASE_URL: order.databaseUrl ?? '',
        ...order.env,
      },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const exited = once(child, 'exit')
  const end = () => {
    child.kill('SIGKILL')
  }
  process.once('exit', end)
  const url = `http://localhost:${port}`
  const readyPath = order.readyPath ?? '/api/public/installation'
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  for (const deadline = Date.now() + 300_000; ;) {
    if (isGone()) throw new Error(`The server ended as it started:\n${output}`)
    if (await answers(`${url}${readyPath}`)) break
    if (Date.now() > deadline) {
      end()
      throw new Error(`The server did not answer in five minutes:\n${output}`)
    }
    await wait(50)
  }
  return {
    url,
    child,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      process.off('exit', end)
      if (!isGone()) child.kill(signal)
      await exited
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

export function sparePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
      .on('error', fail)
      .listen(0, '127.0.0.1', () => {
        const address = server.address()
        server.close(() =>
          typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
        )
      })
  })
}
