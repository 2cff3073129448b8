import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { folderFiles, LostBytes, placeOf, type Files } from './files.ts'
import { FilesAway, s3Files, tryStore } from './s3Files.ts'
import { signatureOf, startS3Server, type S3Server } from '#tests/s3Server.ts'

const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'a secret/with+signs' }
let server: S3Server
let folder: string
let files: Files

beforeAll(async () => {
  server = await startS3Server(keys)
  folder = mkdtempSync(join(tmpdir(), 'plantroom-s3-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.objects.clear()
  server.faults.length = 0
  files = s3Files({ url: `${server.url}/of/ours`, region: 'eu-central-1', ...keys }, folder)
})

const waiting = () =>
  existsSync(join(folder, 'waiting'))
    ? readdirSync(join(folder, 'waiting'), { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile(),
      )
    : []

it('the test’s S3 store signs as the published example does', () => {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
    'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  const headers = {
    authorization,
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  }
  const secretKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  expect(signatureOf({ method: 'GET', url: '/test.txt', headers }, secretKey)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

describe('the S3 file store', () => {
  it('keeps bytes whole, returns them, and removes them', async () => {
    const bytes = randomBytes(3_000_000)
    const key = await files.put(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))
    expect([...server.objects.keys()]).toEqual([`of/ours/${placeOf(key)}`])
    expect(waiting()).toEqual([])
    expect((await buffer(await files.get(key, bytes.length))).equals(bytes)).toBe(true)
    await files.remove(key)
    expect(server.objects.size).toBe(0)
    await expect(files.get(key)).rejects.toThrow(LostBytes)
    await files.remove(key) // idempotent
  })

  it('keeps an empty file, too', async () => {
    const key = await files.put(Readable.from([]))
    expect(await buffer(await files.get(key, 0))).toEqual(Buffer.alloc(0))
  })

  it('reads what is in the folder from before, and removes it there', async () => {
    const key = await folderFiles(folder).put(Readable.from(['of before']))
    expect(String(await buffer(await files.get(key, 9)))).toBe('of before')
    await files.remove(key)
    await expect(files.get(key)).rejects.toThrow(LostBytes)
  })

  it('tries again if the store fails, and reports when it continues to fail', async () => {
    server.faults.push(503, 'cut')
    const key = await files.put(Readable.from(['three times']))
    expect(String(await buffer(await files.get(key)))).toBe('three times')
    server.faults.push(500, 500, 500)
    await expect(files.put(Readable.from(['never']))).rejects.toThrow(FilesAway)
    expect(waiting()).toEqual([])
  })

  it('treats a short file as lost', async () => {
    const key = await files.put(Readable.from(['whole']))
    server.objects.set(`of/ours/${placeOf(key)}`, Buffer.from('who'))
    await expect(files.get(key, 5)).rejects.toThrow(LostBytes)
  })

  it('leaves nothing of a sender who goes away in the middle', async () => {
    const broken = Readable.from(
      (function* () {
        yield 'a part'
        throw new Error('the sender went away')
      })(),
    )
    await expect(files.put(broken)).rejects.toThrow('the sender went away')
    expect([server.objects.size, waiting()]).toEqual([0, []])
  })

  it('reports a wrong secret and a missing bucket in the store’s own words', async () => {
    const at = (change: object) =>
      tryStore({ url: server.url, region: 'eu-central-1', ...keys, ...change })
    await at({})
    expect(server.objects.size).toBe(0)
    await expect(at({ secretKey: 'another' })).rejects.toThrow('SignatureDoesNotMatch')
    await expect(at({ url: server.url.replace('bucket', 'none') })).rejects.toThrow('bucket')
  })
})
