import { ConfigError } from './config/readSetting.ts'
import { DatabaseNotReady } from './db/appliedMigrations.ts'
import { DataFolderBusy, UnusableFolder } from './db/embedded.ts'
import { NotAReplica } from './db/replica.ts'
import { NoRoomForSnapshot } from './db/snapshots.ts'
import { DemoRefused } from './demoGuard.ts'
import { ownRelease } from './ownRelease.ts'
import { BrokenSecret } from './ownSecrets.ts'
import { nativeFault, startFault, type Settings } from './startFault.ts'
import { WrongDataKey } from '#kernel/access/seal.ts'

/** Errors whose message is a sentence for the operator. */
const explained = [
  ConfigError,
  DataFolderBusy,
  UnusableFolder,
  NoRoomForSnapshot,
  DemoRefused,
  DatabaseNotReady,
  NotAReplica,
  BrokenSecret,
  WrongDataKey,
]

/** What the operator reads about a failed start. An error that nobody foresaw has its stack. */
export function startSentence(error: unknown, settings: Settings | undefined): string {
  const fault = settings && startFault(error, settings)
  if (fault !== undefined) return fault
  const native = nativeFault(error, ownRelease().nativePackages)
  if (native !== undefined) return native
  if (!(error instanceof Error)) return `Plantroom could not start: ${String(error)}`
  if (explained.some((kind) => error instanceof kind)) return error.message
  return `Plantroom could not start: ${error.stack ?? error.message}`
}
