import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolderBusy, lockFolder } from './folderLock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('lockFolder()', () => {
  it('lets one of many in at the same moment, never two', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DataFolderBusy)
  })

  it('leaves nothing behind', async () => {
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(DataFolderBusy)
    unlock()
    expect(readdirSync(folder)).toEqual([])
  })

  it('takes over from an owner on another machine whose heartbeat stopped, and not from a live one', async () => {
    const other = join(folder, 'owner-1-elsewhere')
    writeFileSync(
      other,
      JSON.stringify({ pid: 1, started: '0', machine: 'another', host: 'elsewhere' }),
    )
    const beat = setInterval(() => utimesSync(other, new Date(), new Date()), 100)
    await expect(lockFolder(folder, { silenceMs: 1_000 })).rejects.toThrow('process 1 on elsewhere')
    clearInterval(beat)
    const unlock = await lockFolder(folder, { silenceMs: 1_000 })
    expect(readdirSync(folder)).toHaveLength(1)
    unlock()
  })
})
