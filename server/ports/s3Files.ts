/**
 * Files in an S3-compatible store (AWS, MinIO, Ceph, Garage …), at the same paths as in the folder,
 * so that a folder can be copied there. Files still in the folder are read from it.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { folderFiles, LostBytes, placeOf, type Files } from './files.ts'
import { truncate } from '#contract/rules/truncate.ts'

export interface S3Settings {
  /** `https://host/bucket`, optionally with a folder. No trailing slash. */
  url: string
  region: string
  accessKey: string
  secretKey: string
}

export class FilesAway extends Error {
  override name = 'FilesAway'
}

/**
 * Time limit for the store's response. For an upload, the response comes after all data arrived.
 */
const PATIENCE_MILLISECONDS = 120_000
const TRIES = 3
const PAUSE_MILLISECONDS = 200
const REFUSAL_MAXIMUM = 200
const FAILED = 500
const NOTHING_IN_IT = createHash('sha256').digest('hex')

interface Order {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  headers?: Record<string, string>
  body?: () => Readable
}

/** `folder`: files from before the store was used, and temporary files during uploads. */
export function s3Files(settings: S3Settings, folder: string): Files {
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    region: settings.region,
    service: 's3',
    retries: 0, // a stream cannot be resent
  })
  const former = folderFiles(folder)
  const waiting = folderFiles(join(folder, 'waiting'))

  async function once({ method, key, headers = {}, body }: Order): Promise<Response> {
    const { url, headers: signed } = await client.sign(`${settings.url}/${placeOf(key)}`, {
      method,
      headers: { 'x-amz-content-sha256': NOTHING_IN_IT, ...headers },
    })
    const patience = new AbortController()
    const timer = setTimeout(() => {
      patience.abort(new Error('it took too long'))
    }, PATIENCE_MILLISECONDS)
    try {
      return await fetch(url, {
        method,
        headers: signed,
        redirect: 'error',
        signal: patience.signal,
        ...(body && { body: Readable.toWeb(body()) as ReadableStream, duplex: 'half' }),
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Retries server errors. Returns refusals. */
  async function ask(order: Order): Promise<Response> {
    let why: unknown
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await wait(PAUSE_MILLISECONDS * 4 ** (tries - 1))
      try {
        const answer = await once(order)
        if (answer.ok || answer.status === 404) return answer
        why = `${answer.status}: ${truncate(await answer.text(), REFUSAL_MAXIMUM)}`
        if (answer.status < FAILED) break
      } catch (error) {
        why = error instanceof Error && error.cause instanceof Error ? error.cause : error
      }
    }
    const words = why instanceof Error ? why.message : String(why)
    throw new FilesAway(`${order.method} of a stored file failed (${words})`, { cause: why })
  }

  async function send(key: string): Promise<void> {
    const { size, sha256 } = await measured(await waiting.get(key))
    const answer = await ask({
      method: 'PUT',
      key,
      headers: {
        'content-length': String(size),
        'content-type': 'application/octet-stream',
        'x-amz-content-sha256': sha256, // the store refuses a corrupted upload
      },
      body: () => createReadStream(join(folder, 'waiting', placeOf(key))),
    })
    await answer.body?.cancel()
    if (answer.status === 404) throw new FilesAway('There is no such bucket')
  }

  return {
    async put(bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const key = await waiting.put(bytes)
      try {
        await send(key)
      } finally {
        await waiting.remove(key)
      }
      return key
    },
    async get(key, size) {
      const answer = await ask({ method: 'GET', key })
      if (answer.status === 404) return former.get(key, size)
      const kept = answer.headers.get('content-length') ?? String(size)
      if (answer.body === null || (size !== undefined && kept !== String(size))) {
        await answer.body?.cancel()
        throw new LostBytes(key, `${kept} bytes of ${String(size)}`)
      }
      return Readable.fromWeb(answer.body as ReadableStream)
    },
    async remove(key) {
      await (await ask({ method: 'DELETE', key })).body?.cancel()
      await former.remove(key)
    },
  }
}

export const filesIn = (s3: S3Settings | undefined, folder: string): Files =>
  s3 === undefined ? folderFiles(folder) : s3Files(s3, folder)

async function measured(bytes: Readable): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of bytes as AsyncIterable<Buffer>) {
    hash.update(part)
    size += part.length
  }
  return { size, sha256: hash.digest('hex') }
}

export async function tryStore(settings: S3Settings): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-try-'))
  try {
    await tryFiles(s3Files(settings, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryFiles(files: Files): Promise<void> {
  const key = await files.put(Readable.from(['Plantroom was here']))
  try {
    const { size } = await measured(await files.get(key))
    if (size === 0) throw new FilesAway('What was stored came back empty')
  } finally {
    await files.remove(key)
  }
}
