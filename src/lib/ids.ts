import type { Id, IdKind } from '#contract/ids.ts'

/** The brand exists for the compiler alone; only this function and `inAddress.id` set it. */
export const asId = <K extends IdKind>(_kind: K, value: number): Id<K> => value as Id<K>
