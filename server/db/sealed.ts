/**
 * Columns that hold secrets: sealed as they are written and opened as they are read. One process
 * serves one installation, so the seal is the process's; before it is known (a command that makes a
 * database) values are kept as they come, and the next start seals them.
 */
import { customType } from 'drizzle-orm/pg-core'

/** The part of the kernel's seal that a column needs. */
interface ColumnSeal {
  seal(purpose: string, text: string): string
  open(purpose: string, sealed: string): string
}

let present: ColumnSeal | undefined

export function useSeal(seal: ColumnSeal): void {
  present = seal
}

/** `purpose` is bound in: the sealed value opens in no other column. */
export const sealedText = (name: string, purpose: string) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => present?.seal(purpose, value) ?? value,
    fromDriver: (value) => present?.open(purpose, value) ?? value,
  })(name)

/** What raw SQL read of such a column. */
export const openText = (purpose: string, value: string): string =>
  present?.open(purpose, value) ?? value

export const PURPOSES = {
  hookSecret: 'api-hook.secret',
  hookAddress: 'api-hook.url',
  messageSubject: 'letter.subject',
  messageText: 'letter.text',
  signingKey: 'signing-key.private',
} as const
