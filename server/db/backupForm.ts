import type { Config } from '../config/config.ts'
import type { ArchiveRecord } from './archiveFile.ts'

export interface Header {
  version: string
  madeAt: string
  asOf: string
  migrations: number[]
}

export interface Contents {
  asOf: Date
  tables: number
  rows: number
  files: number
  /** Contains the data key and the token secret. */
  hasKeys: boolean
}

export type Where = Pick<Config, 'dataDir' | 'databaseUrl'>

export const record = (kind: string, said: unknown): ArchiveRecord => ({
  kind,
  body: Buffer.from(JSON.stringify(said)),
})

/** Names of stored files. Files never change, so those copied now fit the rows of the snapshot. */
export const FILE = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/

export const wordsOfContents = ({ asOf, tables, rows, files }: Contents): string =>
  `${rows} rows of ${tables} tables and ${files} files, as of ${asOf.toISOString()}`
