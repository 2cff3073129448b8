import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { referenceListCalls } from '#entities/calls/referenceLists.ts'
import { wordCalls } from '#entities/pickers/wordPickers.tsx'
import { isApiFailure } from '#api/http.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import styles from './management.module.css'

/**
 * Spec section 7: procedures whose rules or schedules name the status, and the progress maps that
 * have it as a step.
 */
export function StatusRelations({ id }: { id: number }) {
  const { t } = useTranslation('management')
  const procedures = referenceListCalls.useGetRelatedProceduresQuery({ params: { id } })
  const maps = wordCalls.useGetRelatedProgressMapsQuery({ params: { id } })
  const [procedureRows, mapRows] = [procedures.data?.rows, maps.data?.rows]
  if (procedureRows === undefined || mapRows === undefined) {
    const error = procedures.error ?? maps.error
    return isApiFailure(error) ? (
      <ErrorState
        failure={error}
        onRetry={() => {
          void procedures.refetch()
          void maps.refetch()
        }}
      />
    ) : (
      <LoadingState />
    )
  }
  return (
    <>
      <h3>{t('relatedProcedures')}</h3>
      {procedureRows.length === 0 && <p className="quiet">{t('relatedNone')}</p>}
      <ul className={styles.uses}>
        {procedureRows.map((row) => (
          <li key={row.id}>
            <Link to={pathTo('procedureAutomations', { procedureId: row.id })}>
              <bdi>{row.name}</bdi>
            </Link>{' '}
            <span className="quiet">{t('relatedRules', { count: row.rules })}</span>
          </li>
        ))}
      </ul>
      <h3>{t('relatedMaps')}</h3>
      {mapRows.length === 0 && <p className="quiet">{t('relatedNone')}</p>}
      <ul className={styles.uses}>
        {mapRows.map((row) => (
          <li key={row.id}>
            <Link to={pathTo('managementList', { referenceList: 'progress-maps' }, { id: row.id })}>
              <bdi>{row.name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
