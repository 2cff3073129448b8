import { closeSync, fsyncSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files } from '#contract/files.ts'
import { makeDisk, testDisks } from '#tests/blockDevice.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import type { App } from './app.ts'
import { isDiskFull } from '#kernel/http/errorAnswers.ts'

const disks = testDisks('the files, which is made full')
let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await openTestApp()
  token = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

/**
 * Fills the disk completely. The file system reserves more than it needs and releases the rest
 * afterwards, so it is filled until nothing more fits.
 */
function fill(path: string): void {
  while (append(path) > 0);
}

function append(path: string): number {
  const file = openSync(path, 'a')
  let written = 0
  try {
    for (let size = 1_000_000; size >= 1_000; size /= 10) {
      try {
        for (const chunk = Buffer.alloc(size, 1); ;) written += writeSync(file, chunk)
      } catch (error) {
        if (!isDiskFull(error)) throw error
      }
    }
    try {
      fsyncSync(file)
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
    return written
  } finally {
    closeSync(file)
  }
}

const upload = async (app: App, bytes: Buffer) => {
  const boundary = 'a-boundary-of-the-test'
  return app.http.inject({
    method: 'POST',
    url: files.uploadFile.path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
}

it.skipIf(disks.why !== undefined)(
  'a write on a full disk is refused, leaves nothing half, and works again when there is room',
  async () => {
    const disk = disks.kept(makeDisk())
    const folder = join(disk.folder, 'files')
    const app = await testApp.beside({ filesFolder: folder })
    try {
      await app.http.ready()
      const picture = Buffer.alloc(4_000_000, 7)
      expect((await upload(app, picture)).statusCode).toBe(200)
      const filler = join(disk.folder, 'filler')
      fill(filler)
      const answers = await Promise.all(Array.from({ length: 8 }, () => upload(app, picture)))
      for (const answer of answers) {
        expect(answer.statusCode).toBe(503)
        expect(answer.headers['retry-after']).toBe('60')
        expect(answer.json<{ message: string }>().message).toContain('no room left')
      }
      const left = readdirSync(folder, { recursive: true }).map(String)
      expect(left.filter((name) => name.endsWith('.part'))).toEqual([])
      expect(left.filter((name) => name.length > 36)).toHaveLength(1)
      rmSync(filler)
      expect((await upload(app, picture)).statusCode).toBe(200)
    } finally {
      await app.close()
    }
  },
)

it('a full disk is recognised by the errors of the system, the database, and a query around them', () => {
  const failed = (code: string) => Object.assign(new Error('x'), { code })
  expect(isDiskFull(failed('ENOSPC'))).toBe(true)
  expect(isDiskFull(failed('EDQUOT'))).toBe(true)
  expect(isDiskFull(Object.assign(new Error('Failed query'), { cause: failed('53100') }))).toBe(
    true,
  )
  expect(isDiskFull(failed('ENOENT'))).toBe(false)
})
