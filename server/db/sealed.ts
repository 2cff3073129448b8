/**
 * Columns with secrets: encrypted on write and decrypted on read. A process serves one
 * installation, so the key is global. Before it is set (in a command that creates a database),
 * values are stored as plain text and encrypted at the next start.
 */
import { customType } from 'drizzle-orm/pg-core'

interface ColumnSeal {
  seal(purpose: string, text: string): string
  open(purpose: string, sealed: string): string
}

let present: ColumnSeal | undefined

export function useSeal(seal: ColumnSeal): void {
  present = seal
}

/** `purpose` is authenticated: a value cannot be decrypted in another column. */
export const sealedText = (name: string, purpose: string) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => present?.seal(purpose, value) ?? value,
    fromDriver: (value) => present?.open(purpose, value) ?? value,
  })(name)

export const openText = (purpose: string, value: string): string =>
  present?.open(purpose, value) ?? value

export const PURPOSES = {
  hookSecret: 'api-hook.secret',
  hookAddress: 'api-hook.url',
  calendarAddress: 'holiday-calendar.url',
  messageSubject: 'letter.subject',
  messageText: 'letter.text',
  signingKey: 'signing-key.private',
  deviceKey: 'device-key.key',
  pushEndpoint: 'push-device.endpoint',
  pushAuth: 'push-device.auth',
  pushKey: 'installation.push-key',
  labelCode: 'report-label.code',
} as const
