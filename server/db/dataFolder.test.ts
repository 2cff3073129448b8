import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  unusableFolder,
  markMoved,
  inspectDataFolder,
  UnusableFolder,
  unmarkMoved,
} from './dataFolder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (path: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), 'x')
}

describe('a data folder', () => {
  it('that is missing or empty gets a new database', () => {
    expect(inspectDataFolder(join(folder, 'none'))).toBe('new')
    mkdirSync(join(folder, 'database'))
    expect(inspectDataFolder(folder)).toBe('new')
  })
  it('gets a new one beside what this server keeps there without a database', () => {
    for (const path of [
      'data-key',
      'token-secret',
      'files/ab/x',
      '.keep',
      'owner-1-a',
      'lost+found/x',
      'database.making/PG_VERSION',
    ])
      file(path)
    expect(inspectDataFolder(folder)).toBe('new')
  })
  it('whose database was moved to PostgreSQL opens no other, until something is restored', () => {
    file('database/PG_VERSION')
    markMoved(folder, new Date('2026-11-26T20:45:00Z'))
    expect(() => inspectDataFolder(folder)).toThrow(UnusableFolder)
    expect(() => inspectDataFolder(folder)).toThrow(
      /moved to PostgreSQL on 2026-11-26.*Set DATABASE_URL/,
    )
    unmarkMoved(folder)
    expect(inspectDataFolder(folder)).toBe('known')
  })
  it('with a database is recognised', () => {
    file('database/PG_VERSION')
    file('letters.txt')
    expect(inspectDataFolder(folder)).toBe('known')
  })
  it('is never written into if its database lacks PG_VERSION', () => {
    file('database/base/1/1259')
    expect(() => inspectDataFolder(folder)).toThrow(UnusableFolder)
    expect(() => inspectDataFolder(folder)).toThrow(
      /PG_VERSION is missing\. Nothing was changed.*from a backup/,
    )
    expect(readdirSync(join(folder, 'database'))).toEqual(['base'])
  })
  it('names the command that restores the database if snapshots are beside it', () => {
    for (const name of ['2026-11-22T05-20-00Z', '2026-11-22T05-30-00Z-before-upgrade'])
      mkdirSync(join(folder, 'snapshots', name), { recursive: true })
    expect(() => inspectDataFolder(folder)).toThrow(
      /the database itself is missing.*`npm run restore -- 2026-11-22T05-30-00Z-before-upgrade`/,
    )
    expect(unusableFolder(folder, 'could not open file "global/pg_control"').message).toMatch(
      /damaged\. PostgreSQL says: could not open.*`npm run restore -- 2026/,
    )
  })
  it('with strangers’ files in it is refused', () => {
    file('thesis.doc')
    expect(() => inspectDataFolder(folder)).toThrow(
      /does not know what lies there \(thesis\.doc\)\. Nothing was changed/,
    )
  })
})
