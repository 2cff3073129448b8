/**
 * deploy/nginx.conf and deploy/haproxy.cfg in the real nginx and HAProxy, in front of the real
 * server.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { acceptsReports } from '../server/commands/addressFindings.ts'
import { root } from './root.ts'
import { sparePort } from './serverProcess.ts'
import { openTestApp, type TestApp } from './testApp.ts'

const shipped = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const withoutTls = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.includes('ssl_certificate'))
    .join('\n')

interface Setting {
  folder: string
  port: number
  server: number
}

const proxies = [
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    parameters: (folder: string) => ['-p', folder, '-c', join(folder, 'configuration')],
    configure: ({ folder, port, server }: Setting) => `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  gzip on;
  gzip_types text/event-stream;
${withoutTls(shipped('nginx.conf'))
  .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
  .replace('127.0.0.1:4000', `127.0.0.1:${server}`)}
}`,
  },
  {
    name: 'HAProxy',
    program: '/usr/sbin/haproxy',
    parameters: (folder: string) => ['-f', join(folder, 'configuration'), '-db'],
    configure: ({ port, server }: Setting) =>
      `${shipped('haproxy.cfg')
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace('127.0.0.1:4000', `127.0.0.1:${server}`)}
  compression algo gzip
  compression type text/event-stream
`,
  },
] as const

describe.each(proxies)('the server behind $name', ({ name, program, parameters, configure }) => {
  const isHere = existsSync(program)
  if (!isHere) console.warn(`There is no ${name} here: its test was not run.`)
  let testApp: TestApp
  let child: ChildProcess
  let folder: string
  let url: string

  beforeAll(async () => {
    if (!isHere) return
    testApp = await openTestApp()
    await testApp.app.http.listen({ port: 0, host: '127.0.0.1' })
    const { port: server } = testApp.app.http.server.address() as AddressInfo
    folder = mkdtempSync(join(tmpdir(), 'plantroom-proxy-'))
    chmodSync(folder, 0o755)
    const port = await sparePort()
    url = `http://127.0.0.1:${port}`
    writeFileSync(join(folder, 'configuration'), configure({ folder, port, server }))
    child = spawn(program, parameters(folder), { stdio: 'ignore' })
    for (const deadline = Date.now() + 10_000; ;) {
      const answer = await fetch(`${url}/healthz`).catch(() => null)
      if (answer?.ok === true) return
      if (Date.now() > deadline || child.exitCode !== null)
        throw new Error(`${name} did not start: see ${folder}`)
      await wait(50)
    }
  }, 40_000)
  afterAll(async () => {
    if (!isHere) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    await testApp.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Signed in, so that the server reads all of it before it answers. */
  const upload = async (bytes: number) => {
    const form = new FormData()
    form.append('file', new Blob([Buffer.alloc(bytes, 0x20)]), 'empty.csv')
    return fetch(`${url}/api/imports/equipment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await testApp.signIn('administrator')}` },
      body: form,
    })
  }

  /**
   * Sends only the headers: a proxy that refuses by headers closes the connection during the body.
   */
  const announce = async (bytes: number) => {
    const asked = request(`${url}/api/imports/equipment`, {
      method: 'POST',
      headers: { 'content-length': bytes },
    })
    asked.flushHeaders()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    asked.on('error', () => undefined).destroy()
    return { status: answer.statusCode, isOfServer: 'x-request-id' in answer.headers }
  }

  it.runIf(isHere)('sends an event at once to a browser that accepts compression', async () => {
    const token = await testApp.signIn('administrator')
    const stop = new AbortController()
    const answer = await fetch(`${url}/api/live`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
      signal: stop.signal,
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let read = ''
    const whole = async () => {
      while (!/data: .*\n\n/.test(read)) read += (await reader?.read())?.value ?? ''
      return true
    }
    await testApp.call(token, contract.referenceLists.createTag, {
      body: { name: 'Hot', colour: 'red' },
    })
    expect(await Promise.race([whole(), wait(5_000, false)])).toBe(true)
    stop.abort()
  })

  it.runIf(isHere)('takes two and 49 megabytes, and the proxy refuses more than 50', async () => {
    expect((await acceptsReports(url)).state).toBe('well')
    expect((await upload(49 * 1024 * 1024)).headers.has('x-request-id')).toBe(true)
    expect(await announce(51 * 1024 * 1024)).toEqual({ status: 413, isOfServer: false })
  })
})
