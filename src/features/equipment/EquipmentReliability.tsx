import { useTranslation } from 'react-i18next'
import { reliabilityCalls } from '#entities/reliability/calls.ts'
import { DowntimeList } from '#entities/reliability/DowntimeList.tsx'
import { ReliabilityFacts } from '#entities/reliability/ReliabilityFacts.tsx'
import { useFormat } from '#lib/format.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

export function EquipmentReliability({ id }: { id: number }) {
  const { t } = useTranslation('reliability')
  const format = useFormat()
  const query = reliabilityCalls.useGetEquipmentReliabilityQuery({ params: { id } })
  const data = answerToShow(query)
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  return (
    <>
      <p className="quiet">{t('lastYear')}</p>
      <ReliabilityFacts of={data} />
      {data.downtimes.length === 0 ? (
        <p className="quiet">{t('noDowntime')}</p>
      ) : (
        <DowntimeList rows={data.downtimes} />
      )}
      {data.remaining > 0 && (
        <p className="quiet">
          {t('remaining', { count: data.remaining, number: format.number(data.remaining) })}
        </p>
      )}
    </>
  )
}
