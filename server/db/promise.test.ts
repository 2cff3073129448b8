import { describe, expect, it } from 'vitest'
import { promiseOfEmbedded, promiseOfPostgres } from './promise.ts'

const settings = { version: '16.4', fsync: 'on', synchronousCommit: 'on', fullPageWrites: 'on' }

describe('the promise at the start', () => {
  it('for the embedded database is every change through a power cut, snapshots, and where they do not help', () => {
    const promise = promiseOfEmbedded({
      dataDir: '/srv/plantroom',
      snapshotMinutes: 10,
      inMemory: false,
    }).join(' ')
    expect(promise).toMatch(
      /survives a crash and a power cut.*every 10 minutes and before upgrades.*npm run restore.*same disk/,
    )
    expect(
      promiseOfEmbedded({ dataDir: '/srv/plantroom', snapshotMinutes: 0, inMemory: false }).join(
        ' ',
      ),
    ).toMatch(/before upgrades only/)
  })
  it('for a folder in memory is nothing', () => {
    const promise = promiseOfEmbedded({
      dataDir: '/dev/shm/plantroom',
      snapshotMinutes: 10,
      inMemory: true,
    }).join(' ')
    expect(promise).toMatch(/is gone when this machine stops/)
    expect(promise).not.toMatch(/survives/)
  })
  it('for PostgreSQL is what its own settings hold', () => {
    expect(promiseOfPostgres(settings).join(' ')).toMatch(
      /on its disk before it is answered.*takes none/,
    )
    expect(promiseOfPostgres({ ...settings, synchronousCommit: 'off' }).join(' ')).toMatch(
      /WARNING.*synchronous_commit = off: a power cut loses the last moments/,
    )
    expect(
      promiseOfPostgres({ ...settings, fsync: 'off', fullPageWrites: 'off' }).join(' '),
    ).toMatch(/fsync = off and full_page_writes = off: a power cut can damage/)
  })
})
