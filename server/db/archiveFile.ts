/**
 * The file format of backups: a header line, then compressed records. With a key, chunks are
 * encrypted with AES-256-GCM. Each chunk is bound to its position and the last is marked, so that
 * no change, gap, reordering or truncation goes unnoticed.
 */
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  type CipherGCMTypes,
} from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as connected, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncToDiskAsync } from '#ports/disk.ts'

export class CannotUseBackup extends Error {
  override name = 'CannotUseBackup'
}

export interface ArchiveRecord {
  kind: string
  body: Buffer
}

const PLAIN = 'PLANTROOM BACKUP 1 PLAIN\n'
const SEALED = 'PLANTROOM BACKUP 1 SEALED\n'
const CIPHER: CipherGCMTypes = 'aes-256-gcm'
const SALT = 32
const TAG = 16
/** Bytes. Far above real records: a damaged length must not exhaust the memory. */
const LONGEST = 256 * 1024 * 1024

/** Writes atomically: the file gets its name only after all of it is on the disk. */
export async function writeArchive(
  path: string,
  key: Buffer | undefined,
  records: AsyncIterable<ArchiveRecord>,
): Promise<void> {
  const part = `${path}.part`
  try {
    const packed = Readable.from(bytesOf(records)).compose(createGzip({ level: 6 }))
    await pipeline(
      key === undefined ? opened(PLAIN, packed) : seal(packed, key),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(part, path)
    await syncToDiskAsync(dirname(path))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      await rm(part, { force: true })
    throw error
  }
}

async function* bytesOf(records: AsyncIterable<ArchiveRecord>): AsyncGenerator<Buffer> {
  for await (const { kind, body } of records) {
    const head = Buffer.alloc(5)
    head.write(kind, 'latin1')
    head.writeUInt32BE(body.length, 1)
    yield head
    yield body
  }
}

async function* opened(line: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(line)
  yield* bytes
}

const subkeyOf = (key: Buffer, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, salt, SEALED, 32))

/** Each file has its own key, so the chunk's index can serve as the nonce. */
function placeOf(index: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 4)
  return nonce
}
const endOf = (isLast: boolean) => Buffer.from([isLast ? 1 : 0])

async function* seal(bytes: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT)
  const subkey = subkeyOf(key, salt)
  yield Buffer.concat([Buffer.from(SEALED), salt])
  let index = 0
  const chunk = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, subkey, placeOf(index))
    cipher.setAAD(endOf(isLast))
    index += 1
    const text = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    return Buffer.concat([length, text])
  }
  for await (const plain of bytes) yield chunk(plain, false)
  yield chunk(Buffer.alloc(0), true)
}

/**
 * Throws `CannotUseBackup` if the file is not a backup, is damaged or truncated, or needs another
 * key.
 */
export async function* readArchive(
  path: string,
  key: Buffer | undefined,
): AsyncGenerator<ArchiveRecord> {
  const source = exactly(createReadStream(path))
  try {
    const line = (await source.take(PLAIN.length)).toString('latin1')
    if (line === PLAIN && key !== undefined)
      throw new CannotUseBackup(
        `${path} is not sealed, though BACKUP_KEY is given: whoever could write it could change what it holds. To use it all the same, take BACKUP_KEY out of the settings. Nothing was changed.`,
      )
    if (line === PLAIN) return yield* recordsOf(unzipped(source.rest()))
    const whole = line + (await source.take(SEALED.length - PLAIN.length)).toString('latin1')
    if (whole !== SEALED)
      throw new CannotUseBackup(`${path} is no backup of Plantroom. Nothing was changed.`)
    if (key === undefined)
      throw new CannotUseBackup(
        `${path} is sealed: give the key that it was made with in BACKUP_KEY. Nothing was changed.`,
      )
    const salt = await source.take(SALT)
    yield* recordsOf(unzipped(Readable.from(open(source, subkeyOf(key, salt)))))
  } catch (error) {
    throw explained(error, path)
  }
}

const unzipped = (packed: Readable): Readable => connected(packed, createGunzip(), () => undefined)

const explained = (error: unknown, path: string): unknown =>
  error instanceof CannotUseBackup
    ? error
    : new CannotUseBackup(
        `${path} cannot be read: it is damaged, was cut off, or the key is another one (${error instanceof Error ? error.message : String(error)}).`,
      )

async function* open(source: Exactly, subkey: Buffer): AsyncGenerator<Buffer> {
  for (let index = 0, isLast = false; !isLast; index += 1) {
    const length = (await source.take(4)).readUInt32BE()
    if (length < TAG || length > LONGEST) throw new Error('a chunk has no sound length')
    // Only the last chunk is empty, and the authenticated data marks it as the last.
    isLast = length === TAG
    const text = await source.take(length)
    const decipher = createDecipheriv(CIPHER, subkey, placeOf(index))
    decipher.setAAD(endOf(isLast))
    decipher.setAuthTag(text.subarray(length - TAG))
    yield Buffer.concat([decipher.update(text.subarray(0, length - TAG)), decipher.final()])
  }
  if (!(await source.isAtEnd())) throw new Error('something follows its end')
}

async function* recordsOf(bytes: Readable): AsyncGenerator<ArchiveRecord> {
  const source = exactly(bytes)
  while (!(await source.isAtEnd())) {
    const head = await source.take(5)
    const length = head.readUInt32BE(1)
    if (length > LONGEST) throw new Error('a record has no sound length')
    yield { kind: head.toString('latin1', 0, 1), body: await source.take(length) }
  }
}

interface Exactly {
  take(length: number): Promise<Buffer>
  isAtEnd(): Promise<boolean>
  rest(): Readable
}

function exactly(stream: Readable): Exactly {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer> // no encoding is set, so chunks are buffers
  let held: Buffer[] = []
  let size = 0
  const fill = async (wanted: number): Promise<boolean> => {
    while (size < wanted) {
      const { value, done } = await chunks.next()
      if (done === true) return false
      held.push(value)
      size += value.length
    }
    return true
  }
  return {
    async take(length) {
      if (!(await fill(length))) throw new Error('it ends too early')
      const whole = held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held)
      held = whole.length === length ? [] : [whole.subarray(length)]
      size = whole.length - length
      return whole.subarray(0, length)
    },
    isAtEnd: async () => !(await fill(1)),
    rest: () =>
      Readable.from(
        (async function* () {
          yield* held.splice(0)
          for (;;) {
            const { value, done } = await chunks.next()
            if (done === true) return
            yield value
          }
        })(),
      ),
  }
}
