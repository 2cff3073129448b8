/** What a backup holds: shared by who takes one and who puts it back. */
import type { Config } from '../config/config.ts'
import type { ArchiveRecord } from './archiveFile.ts'

export interface Header {
  version: string
  madeAt: string
  /** When the database was as it is in the file. */
  asOf: string
  migrations: number[]
}

export interface Contents {
  asOf: Date
  tables: number
  rows: number
  files: number
  /** The data key and the token secret are in it. */
  hasKeys: boolean
}

export type Where = Pick<Config, 'dataDir' | 'databaseUrl'>

export const record = (kind: string, said: unknown): ArchiveRecord => ({
  kind,
  body: Buffer.from(JSON.stringify(said)),
})

/** A stored file never changes under its key, so those of now hold all that the rows name. */
export const FILE = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/

export const wordsOfContents = ({ asOf, tables, rows, files }: Contents): string =>
  `${rows} rows of ${tables} tables and ${files} files, as of ${asOf.toISOString()}`
