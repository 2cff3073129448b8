import qrcode from 'qrcode-generator'

/** The squares or bars of a code, in units of the smallest. A barcode has one row. */
export interface Modules {
  columns: number
  rows: number
  isDark(column: number, row: number): boolean
}

/** `L` corrects fewer errors and has larger squares. */
export function qrModules(text: string, level: 'L' | 'M' = 'M'): Modules {
  const code = qrcode(0, level)
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  return { columns: size, rows: size, isDark: (column, row) => code.isDark(row, column) }
}
