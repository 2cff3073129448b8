/** Prints an expected error as a sentence, without a stack. */
import { ConfigError } from '../config/readSetting.ts'
import { CannotUseBackup } from '#db/archiveFile.ts'
import { CannotDelete } from '#db/deleteCompany.ts'
import { DataFolderBusy, UnusableFolder } from '#db/embedded.ts'
import { DatabaseNotReady } from '#db/appliedMigrations.ts'
import { CannotRestore } from '#db/restore.ts'

const sentences = [
  CannotDelete,
  CannotUseBackup,
  CannotRestore,
  ConfigError,
  DataFolderBusy,
  DatabaseNotReady,
  UnusableFolder,
]

export const endWith =
  (what: string) =>
  (error: unknown): void => {
    const isSentence = error instanceof Error && sentences.some((kind) => error instanceof kind)
    process.stderr.write(
      `\n${isSentence ? error.message : `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
    )
    process.exitCode = 1
  }
