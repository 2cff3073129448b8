import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { sparePort } from './serverProcess.ts'

export interface OtherBroker {
  url: string
  stop(): Promise<void>
}

const firstOf = (...paths: string[]): string | undefined => paths.find((path) => existsSync(path))
const nats = firstOf('/usr/sbin/nats-server', '/usr/local/bin/nats-server')
const rabbit = firstOf('/usr/lib/rabbitmq/bin/rabbitmq-server')
const rabbitPlugins = firstOf('/usr/lib/rabbitmq/bin/rabbitmq-plugins')

export const hasNats = nats !== undefined
export const hasRabbit = rabbit !== undefined && rabbitPlugins !== undefined

export async function startAedes(): Promise<OtherBroker> {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle)
  const port = await sparePort()
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done)
  })
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async stop() {
      await new Promise<void>((done) => {
        broker.close(() => done())
      })
      server.close()
    },
  }
}

export async function startNats(): Promise<OtherBroker> {
  if (nats === undefined) throw new Error('This machine has no nats-server.')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-nats-'))
  const [port, mqttPort] = [await sparePort(), await sparePort()]
  const settings = join(folder, 'nats.conf')
  writeFileSync(
    settings,
    `listen: "127.0.0.1:${port}"
server_name: test
jetstream { store_dir: "${folder}" }
mqtt { listen: "127.0.0.1:${mqttPort}" }
`,
  )
  return startProgram(nats, ['-c', settings], { folder, mqttPort, env: {} })
}

/** The MQTT plugin of RabbitMQ 3.10 speaks 3.1.1 only. */
export async function startRabbit(): Promise<OtherBroker> {
  if (rabbit === undefined) throw new Error('This machine has no RabbitMQ.')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-rabbit-'))
  const [port, mqttPort, distribution] = [await sparePort(), await sparePort(), await sparePort()]
  writeFileSync(join(folder, 'enabled'), '[rabbitmq_mqtt].')
  writeFileSync(
    join(folder, 'rabbitmq.conf'),
    `listeners.tcp.default = 127.0.0.1:${port}
mqtt.listeners.tcp.default = 127.0.0.1:${mqttPort}
mqtt.allow_anonymous = true
`,
  )
  const env = {
    HOME: folder,
    RABBITMQ_NODENAME: `plantroom-${mqttPort}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: folder,
    RABBITMQ_LOG_BASE: folder,
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_SERVER_START_ARGS: '-start_epmd false -erl_epmd_port 0',
  }
  return startProgram(rabbit, [], { folder, mqttPort, env })
}

async function startProgram(
  program: string,
  parameters: string[],
  { folder, mqttPort, env }: { folder: string; mqttPort: number; env: Record<string, string> },
): Promise<OtherBroker> {
  const url = `mqtt://127.0.0.1:${mqttPort}`
  const child = spawn(program, parameters, {
    stdio: 'ignore',
    env: { ...process.env, ...env },
    detached: true,
  })
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done())
  })
  for (const deadline = Date.now() + 60_000; ;) {
    try {
      const options = { reconnectPeriod: 0, connectTimeout: 1_000, protocolVersion: 4 } as const
      await (await connectAsync(url, options)).endAsync()
      break
    } catch (error) {
      if (Date.now() > deadline || child.exitCode !== null) throw error
      await wait(100)
    }
  }
  return {
    url,
    async stop() {
      // ends the whole process group, because RabbitMQ starts its runtime from a script
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
