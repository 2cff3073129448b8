/** Fields whose values the journal keeps as data, in the words a person would read. */
import type { ReactNode } from 'react'
import type { Holiday, Shift, WorkingSpan } from '#contract/company'
import type { Format } from '../../lib/format.tsx'
import { isLanguage, languageNames } from '../../lib/i18n/languages.ts'
import { weekdayName } from '../../lib/week.ts'
import { StoredImage } from '../files/StoredImage.tsx'
import { holidayInWords, hoursInWords, shiftInWords } from '../workingTime/inWords.ts'

/** Undefined: the value speaks for itself. The server writes these fields by the contract's own shapes. */
export function fieldInWords(field: string, value: unknown, format: Format): ReactNode {
  if (field === 'weekStart' && typeof value === 'number') return weekdayName(format.locale, value)
  if (field === 'language' && isLanguage(value)) return <span lang={value}>{languageNames[value]}</span>
  if (field === 'logoFileId' && typeof value === 'number') return <span className="journal-picture"><StoredImage fileId={value} name={`#${value}`} /></span>
  if (!Array.isArray(value) || value.length === 0) return undefined
  if (field === 'workingHours') return <Lines of={hoursInWords(value as WorkingSpan[], format)} />
  if (field === 'shifts') return <Lines of={(value as Shift[]).map((shift) => shiftInWords(shift, format))} />
  if (field === 'holidays') return <Lines of={(value as Holiday[]).map((holiday) => holidayInWords(holiday, format))} />
  return undefined
}

function Lines({ of: lines }: { of: readonly string[] }) {
  return lines.map((line) => <span key={line} className="journal-value"><bdi>{line}</bdi></span>)
}
