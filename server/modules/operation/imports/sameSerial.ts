import type { ReadRow } from './readRow.ts'

export interface Piece {
  name: string
  serialNumber: string | null
  manufacturer: string | null
  gtin: string | null
}

/**
 * Finds equipment by serial number. Serial numbers repeat, and lists contain `n/a`, so name or
 * maker must match too, and maker and product must not contradict.
 */
export function sameSerial<P extends Piece>(
  { values }: Pick<ReadRow, 'values'>,
  pieces: readonly P[],
): readonly P[] {
  const possible = pieces.filter(
    ({ manufacturer, gtin }) =>
      !differs(values['manufacturer'], manufacturer) &&
      !differs(values['gtin']?.padStart(14, '0'), gtin?.padStart(14, '0') ?? null),
  )
  const { name } = values
  if (name === undefined) return possible
  const named = possible.filter((piece) => !differs(name, piece.name))
  return named.length > 0
    ? named
    : possible.filter(
        ({ manufacturer }) => manufacturer !== null && values['manufacturer'] !== undefined,
      )
}

const differs = (said: string | undefined, stored: string | null): boolean =>
  said !== undefined &&
  stored !== null &&
  stored !== '' &&
  said.toLowerCase() !== stored.toLowerCase()
