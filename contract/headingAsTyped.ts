import { withoutDirectionMarks } from './shapes.ts'

/** The heading without invisible marks, in NFC. */
export const headingAsTyped = (heading: string): string =>
  withoutDirectionMarks(heading)
    .normalize('NFC')
    .replaceAll(/[\u200e\u200f]/g, '')
    .trim()
