import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { ImportJob } from '#contract/imports.ts'
import { importOver } from '#tests/longJobs.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
const log: string[] = []
beforeAll(async () => {
  testApp = await openTestApp({
    logLevel: 'error',
    logTo: {
      write: (line: string) => {
        log.push(line)
      },
    },
  })
})
afterAll(() => testApp.close())
beforeEach(() => {
  log.length = 0
})

const stored = () =>
  readdirSync(testApp.filesFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

async function uploaded(token: string, name: string): Promise<{ id: number; path: string }> {
  const before = new Set(stored())
  const { body } = await testApp.upload(token, '/api/files', name, 'hello', 'text/plain')
  return { id: (body as { id: number }).id, path: stored().find((path) => !before.has(path)) ?? '' }
}

const inOneLine = () => {
  expect(log).toHaveLength(1)
  expect(log[0]).not.toMatch(/"stack"|node:|\bat .*\.ts/)
}

describe('a stored file', () => {
  it.each([
    ['is gone', (path: string) => rmSync(path)],
    ['is cut short', (path: string) => truncateSync(path, 0)],
  ])('whose file %s is answered with 410', async (_how, harm) => {
    const token = await testApp.signIn('staff')
    const { id, path } = await uploaded(token, 'note.txt')
    harm(path)
    const answer = await testApp.raw(token, 'GET', `/api/files/${id}`)
    expect(answer).toMatchObject({
      status: 410,
      body: {
        message: 'The bytes of this file are lost. Ask for a copy, and give it again.',
        errors: [{ code: 'fileGone' }],
      },
    })
    inOneLine()
  })
})

describe('an import', () => {
  const csv = 'asset no,name,type\nZ-1,Pump,Pump\nZ-1,Other,Pump\n'
  async function given(token: string): Promise<{ job: ImportJob; paths: string[] }> {
    const before = new Set(stored())
    const { body } = await testApp.upload(token, '/api/imports?kind=equipment', 'pumps.csv', csv)
    return { job: body as ImportJob, paths: stored().filter((path) => !before.has(path)) }
  }
  async function checked(token: string, job: ImportJob): Promise<ImportJob> {
    await testApp.call(token, contract.imports.checkImport, {
      params: { id: job.id },
      body: { mapping: job.mapping },
    })
    return importOver(testApp, token, job.id)
  }

  it('whose file is gone fails with that reason', async () => {
    const token = await testApp.signIn('administrator')
    const { job, paths } = await given(token)
    for (const path of paths) rmSync(path)
    expect(await checked(token, job)).toMatchObject({
      status: 'failed',
      faults: [{ code: 'fileGone', value: 'pumps.csv' }],
    })
    inOneLine()
  })

  it('whose file is gone says so when its failed rows are requested', async () => {
    const token = await testApp.signIn('administrator')
    const { job } = await given(token)
    expect((await checked(token, job)).failed).toBeGreaterThan(0)
    for (const path of stored()) rmSync(path)
    expect(await testApp.raw(token, 'GET', `/api/imports/${job.id}/failed-rows`)).toMatchObject({
      status: 410,
      body: { errors: [{ code: 'fileGone' }] },
    })
    inOneLine()
  })
})
