import { useTranslation } from 'react-i18next'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { OccurrenceStateTag } from '#entities/recurrence/OccurrenceStateTag.tsx'
import { When } from '#ui/page/marks.tsx'

export function NextDue({ id }: { id: number }) {
  const { t } = useTranslation('equipment')
  const { data } = rruleCalls.useListOccurrencesQuery({
    body: { equipmentId: id, states: ['due', 'late', 'planned'], sort: 'at', limit: 1 },
  })
  const next = data?.rows[0]
  if (next === undefined) return null
  return (
    <span>
      {t('nextDue')}: <bdi>{next.procedure.name}</bdi> · <When at={next.dueBy ?? next.at} />
      {next.isLate && (
        <>
          {' '}
          <OccurrenceStateTag occurrence={next} />
        </>
      )}
    </span>
  )
}
