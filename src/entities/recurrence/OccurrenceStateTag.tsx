import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import type { OccurrenceState } from '#contract/recurrence/kinds.ts'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { ColourTag } from '#ui/page/marks.tsx'

const stateColours: Record<OccurrenceState, Colour> = {
  planned: 'blue',
  due: 'turquoise',
  done: 'green',
  late: 'red',
  missed: 'orange',
  closed: 'purple',
}

export function OccurrenceStateTag({
  occurrence: { state, isLate },
}: {
  occurrence: Pick<OccurrenceRow, 'state' | 'isLate'>
}) {
  const { t } = useTranslation('schedules')
  const wasDoneLate = state === 'done' && isLate
  return (
    <ColourTag soft colour={wasDoneLate ? 'yellow' : stateColours[state]}>
      {wasDoneLate ? t('occurrence.doneLate') : t(`occurrence.${state}`)}
    </ColourTag>
  )
}
