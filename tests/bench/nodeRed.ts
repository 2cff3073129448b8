/** Node-RED as a separate process, installed beside the benchmarks and never with the product. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import { root } from '#tests/root.ts'
import { sparePort } from '#tests/serverProcess.ts'

/** The newest that runs on Node 20. */
const VERSION = '4.1.8'

export interface NodeRed {
  url: string
  stop(): Promise<void>
}

/**
 * One address receives the events. Each rule is a function node that checks every message; the
 * first inserts a row.
 */
export async function startNodeRed(database: PoolConfig, rules: number): Promise<NodeRed> {
  const home = join(root, '.cache', 'node-red')
  if (!existsSync(join(home, 'node_modules', 'node-red', 'red.js'))) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefix', home, `node-red@${VERSION}`, 'pg@8'],
      { stdio: 'pipe' },
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-node-red-'))
  const port = await sparePort()
  writeFileSync(
    join(folder, 'settings.js'),
    `const pg = require(${JSON.stringify(join(home, 'node_modules', 'pg'))})
module.exports = { uiPort: ${port}, uiHost: '127.0.0.1', httpAdminRoot: false, disableEditor: true, flowFile: 'flows.json', credentialSecret: false, logging: { console: { level: 'error' } },
  functionGlobalContext: { pool: new pg.Pool(${JSON.stringify({ ...database, max: 20 })}) } }
`,
  )
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flowOf(rules)))
  const child = spawn(
    process.execPath,
    [
      join(home, 'node_modules', 'node-red', 'red.js'),
      '--userDir',
      folder,
      '--settings',
      join(folder, 'settings.js'),
    ],
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  const end = () => {
    child.kill('SIGKILL')
  }
  process.once('exit', end)
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + 60_000; ; await wait(100)) {
    if (
      await fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    if (Date.now() > deadline) throw new Error('Node-RED did not answer within a minute.')
  }
  return {
    url,
    async stop() {
      process.off('exit', end)
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function flowOf(rules: number): object[] {
  const ids = Array.from({ length: rules }, (_, index) => `rule${index}`)
  const node = (id: string, type: string, more: object) => ({
    id,
    type,
    z: 'tab',
    x: 0,
    y: 0,
    ...more,
  })
  const rule = (
    index: number,
  ) => `if (msg.payload.procedureId !== ${index + 1} || !(msg.payload.score < 60)) return null
await global.get('pool').query('insert into ticket (procedure_id, score, log) values ($1, $2, $3)', [msg.payload.procedureId, msg.payload.score, msg.payload.log])
return null`
  return [
    { id: 'tab', type: 'tab', label: 'Rules' },
    node('done', 'http in', { url: '/done', method: 'post', wires: [['answer', ...ids]] }),
    node('ready', 'http in', { url: '/ready', method: 'get', wires: [['answer']] }),
    node('answer', 'http response', { statusCode: '200', wires: [] }),
    ...ids.map((id, index) => node(id, 'function', { func: rule(index), outputs: 1, wires: [[]] })),
  ]
}
