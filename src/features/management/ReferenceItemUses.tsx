/**
 * Lists the uses of a reference item: first those that block its deletion, then those that would
 * lose it.
 */
import { useState } from 'react'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ReferenceItemUse } from '#contract/referenceLists/referenceLists.ts'
import { addressOf } from '#entities/addresses/addressOf.ts'
import { pathTo } from '#lib/paths.ts'
import { ColourTag, Remaining } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState, PendingState } from '#ui/feedback/states.tsx'
import { isApiFailure } from '#api/http.ts'
import type { ReferenceList } from './referenceLists.ts'
import styles from './management.module.css'

const STEP = 60

export function ReferenceItemUses({
  referenceList,
  id,
}: {
  referenceList: ReferenceList
  id: number
}) {
  const { t } = useTranslation(['management', 'common'])
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = referenceList.useUses({
    params: { id },
    body: { limit: STEP, offset: 0 },
  })
  if (data === undefined) return <PendingState failure={error} onRetry={() => void refetch()} />
  if (data.count === 0) return <EmptyState title={t('usesNone')} hint={t('usesNoneHint')} />
  const remaining = data.count - data.hidden - pages * STEP
  return (
    <>
      {referenceList.filter !== undefined && (
        <p>
          <Link
            to={
              referenceList.filter === 'placeType'
                ? pathTo('locations', undefined, { placeType: id })
                : pathTo('equipment', undefined, { [referenceList.filter]: id })
            }
          >
            {t('usesList')}
          </Link>
        </p>
      )}
      {Array.from({ length: pages }, (_page, page) => (
        <UsesPage key={page} referenceList={referenceList} id={id} page={page} />
      ))}
      <Unseen count={data.hidden} />
      {remaining > 0 && (
        <>
          <Remaining count={remaining} />{' '}
          <Button type="link" onClick={() => setPages(pages + 1)}>
            {t('common:loadMore')}
          </Button>
        </>
      )}
    </>
  )
}

function UsesPage({
  referenceList,
  id,
  page,
}: {
  referenceList: ReferenceList
  id: number
  page: number
}) {
  const { data, error, refetch } = referenceList.useUses({
    params: { id },
    body: { limit: STEP, offset: page * STEP },
  })
  if (data === undefined && isApiFailure(error))
    return <ErrorState failure={error} onRetry={() => void refetch()} />
  return data === undefined ? <LoadingState rows={3} /> : <UseList uses={data.rows} />
}

export function Unseen({ count }: { count: number }) {
  const { t } = useTranslation('entities')
  return count > 0 ? <p className="quiet">{t('moreUnseen', { count })}</p> : null
}

export function UseList({ uses }: { uses: readonly ReferenceItemUse[] }) {
  const { t } = useTranslation('management')
  return (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={`${use.kind}-${use.id}`}>
          <span className="quiet">{t(`use_${use.kind}`)}</span>
          <Link to={addressOf(use.kind, use.id) ?? ''}>
            <bdi>{use.name}</bdi>
          </Link>
          {!use.holds && (
            <ColourTag colour="orange">
              {t(use.kind === 'automation' ? 'usesReview' : 'usesLoses')}
            </ColourTag>
          )}
        </li>
      ))}
    </ul>
  )
}
