/** The check that this browser makes by itself, whatever the server says. */
import { NoCrypto } from '#contract/signedLog/crypto.ts'
import type { Bundle } from '#contract/signedLog/record.ts'
import { verifyBundle, type Fault } from '#contract/signedLog/verify.ts'

/** `isAble`: false where the browser knows no such signatures; then nothing was found here. */
export interface Checked {
  isAble: boolean
  faults: readonly Fault[]
}

export async function checkHere(bundle: Bundle, keys = bundle.keys): Promise<Checked> {
  try {
    const { faults } = await verifyBundle(bundle, keys)
    return { isAble: true, faults }
  } catch (error) {
    if (error instanceof NoCrypto) return { isAble: false, faults: [] }
    throw error
  }
}

/** What both sides found, each once. */
export function together(...found: readonly (readonly Fault[])[]): Fault[] {
  return [
    ...new Map(found.flat().map((fault) => [`${fault.code} ${fault.sequence}`, fault])).values(),
  ].toSorted((a, b) => a.sequence - b.sequence)
}
