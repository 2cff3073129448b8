import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ownSecret } from '../server/ownSecrets.ts'
import { folderFiles } from '#ports/files.ts'
import { dataOn, makeDisk, testDisks } from './blockDevice.ts'

const { why, kept } = testDisks("the files' disk")
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(why !== undefined)('after a power cut the data folder', () => {
  it('has every uploaded byte whose key was answered', async () => {
    const disk = kept(makeDisk())
    mkdirSync(dataOn(disk))
    disk.settle()
    const files = folderFiles(join(dataOn(disk), 'files'))
    const given = [randomBytes(10), randomBytes(300_000), randomBytes(5_000_000)]
    const keys = await Promise.all(given.map((bytes) => files.put(Readable.from([bytes]))))
    const after = folderFiles(join(dataOn(kept(disk.cutPower())), 'files'))
    const found = await Promise.all(
      keys.map(async (key, index) => buffer(await after.get(key, given[index]?.length))),
    )
    expect(found.map(hashOf)).toEqual(given.map(hashOf))
  })

  it('has the secrets that were made, whole', () => {
    const disk = kept(makeDisk())
    mkdirSync(dataOn(disk))
    disk.settle()
    const made = {
      'data-key': ownSecret(dataOn(disk), 'data-key', 32),
      'token-secret': ownSecret(dataOn(disk), 'token-secret', 48),
    }
    const after = dataOn(kept(disk.cutPower()))
    for (const [name, secret] of Object.entries(made))
      expect(readFileSync(join(after, name), 'utf8')).toBe(secret)
    expect(
      readdirSync(after)
        .filter((name) => !(name in made))
        .every((name) => /\.\d+\.[0-9a-f]+$/.test(name)),
    ).toBe(true)
  })
})
