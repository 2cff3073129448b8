import { labelSheets, type LabelCode, type LabelSize } from '#contract/rules/labels.ts'
import { qrModules, type Modules } from '#entities/labels/modules.ts'
import type { Label } from './useLabelItems.ts'

/** Why a label has a QR code although Code 128 was asked for. */
export const lacks = ['noNumber', 'signs', 'tooLong'] as const
type Lack = (typeof lacks)[number]

export interface CodedLabel extends Label {
  modules: Modules
  lack: Lack | null
}

export type Encoders = typeof import('./barcodes.ts')

/** The narrowest bar in millimetres: two dots of a printer with 203 dpi. */
const NARROWEST = 0.25
/** White modules that readers need on both sides of Code 128. */
export const CODE_128_QUIET = 10

/** QR and DataMatrix contain the address, Code 128 the number, because it would be too wide. */
export function codeLabel(
  label: Label,
  { code, size, encoders }: { code: LabelCode; size: LabelSize; encoders: Encoders | undefined },
): CodedLabel {
  const { label: area, padding } = labelSheets[size]
  const asQr = (lack: Lack | null): CodedLabel => ({
    ...label,
    lack,
    modules: qrModules(label.url, size === 'L4731' ? 'L' : 'M'),
  })
  if (encoders === undefined || code === 'qr') return asQr(null)
  if (code === 'dataMatrix')
    return { ...label, modules: encoders.dataMatrixModules(label.url), lack: null }
  const number = label.number?.trim() ?? ''
  if (number === '') return asQr('noNumber')
  if (!/^[ -~]+$/.test(number)) return asQr('signs')
  const modules = encoders.code128Modules(number)
  const widest = (area.width - 2 * padding) / NARROWEST
  return modules.columns + 2 * CODE_128_QUIET > widest
    ? asQr('tooLong')
    : { ...label, modules, lack: null }
}
