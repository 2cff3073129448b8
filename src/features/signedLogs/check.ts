/** Verifies in the browser, independently of the server. */
import { NoCrypto } from '#contract/signedLog/crypto.ts'
import type { Bundle } from '#contract/signedLog/record.ts'
import { verifyBundle, type Fault } from '#contract/signedLog/verify.ts'

/**
 * `isAble` is false if the browser does not support the signature algorithm; `faults` is then
 * empty.
 */
export interface Checked {
  isAble: boolean
  faults: readonly Fault[]
}

export async function checkBundleInBrowser(bundle: Bundle, keys = bundle.keys): Promise<Checked> {
  try {
    const { faults } = await verifyBundle(bundle, keys)
    return { isAble: true, faults }
  } catch (error) {
    if (error instanceof NoCrypto) return { isAble: false, faults: [] }
    throw error
  }
}

export function mergeFaults(...found: readonly (readonly Fault[])[]): Fault[] {
  return [
    ...new Map(found.flat().map((fault) => [`${fault.code} ${fault.sequence}`, fault])).values(),
  ].toSorted((a, b) => a.sequence - b.sequence)
}
