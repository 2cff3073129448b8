import { useTranslation } from 'react-i18next'
import type { Rrule } from '#contract/rrules/rruleShapes.ts'
import { useExpectedText } from '#entities/recurrence/useExpectedText.ts'
import { When } from '#ui/page/marks.tsx'

/** The next date of a schedule. An expected date has days, and no time of day. */
export function NextDate({
  of: { expected, nextAt, isActive },
  as = 'relative',
}: {
  of: Pick<Rrule, 'expected' | 'nextAt' | 'isActive'>
  as?: 'relative' | 'dateTime'
}) {
  const { t } = useTranslation('schedules')
  const expectedText = useExpectedText()
  return expected === null ? (
    <When at={nextAt} as={as} none={isActive ? t('noneComing') : t('state.inactive')} />
  ) : (
    expectedText(expected, as === 'relative' ? 'short' : 'long')
  )
}
