/**
 * Ids that reach the page as bare numbers (an address, a draft's question) put back under their
 * brand.
 */
import type { Id, IdKind } from '#contract/ids.ts'

/**
 * The number is what the wire carries; the brand exists for the compiler alone, so this is the one
 * place that sets it.
 */
export const asId = <K extends IdKind>(_kind: K, value: number): Id<K> => value as Id<K>
