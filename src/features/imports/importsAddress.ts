import type { ImportKind } from '#contract/imports.ts'
import { inAddress, type AddressValues } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const importsAddress = {
  ...listAddress(['createdAt'], '-createdAt', 'import'),
  /** Only running imports of every kind, as Today counts them. */
  running: inAddress.flag(),
}

export const importsQuestion = (
  { running }: Pick<AddressValues<typeof importsAddress>, 'running'>,
  kinds: readonly ImportKind[],
) => (running ? { isAtWork: true } : { kinds: [...kinds] })
