import { randomBytes } from 'node:crypto'
import { CODE_LENGTH, CODE_SIGNS } from '#contract/rules/labelReports.ts'
import { hashOfCode } from '#kernel/data/labelCodeHash.ts'

/** 256 is a multiple of 32, so every sign is equally likely. */
const newCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_SIGNS.charAt(byte % CODE_SIGNS.length)).join(
    '',
  )

/** Names an open report on the page of its label alone, so that ticket numbers stay unknown. */
export const refOf = (codeHash: string, reportId: number): string =>
  hashOfCode(`${codeHash}:${reportId}`)

export function freshCode(): { code: string; codeHash: string } {
  const code = newCode()
  return { code, codeHash: hashOfCode(code) }
}
