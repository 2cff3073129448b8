import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import type { Related } from '#contract/related.ts'
import { FollowButton } from '#entities/alerts/FollowButton.tsx'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { StatusTag } from '#ui/page/marks.tsx'
import { Page, Section } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useGetRelatedQuery } from './calls.ts'
import { useParts } from './useParts.tsx'
import styles from './related.module.css'

type Detail = Output<typeof equipment.getEquipment>

export function RelatedPage() {
  const { equipmentId } = useParams()
  return equipmentId === undefined ? <Choice /> : <RelatedOf id={Number(equipmentId)} />
}

function Choice() {
  const { t } = useTranslation(['related', 'titles'])
  const navigate = useNavigate()
  return (
    <Page
      title={t('titles:equipmentRelated')}
      back={{ to: pathTo('equipment'), label: t('titles:equipment') }}
      hint={t('chooseHint')}
    >
      <div className={styles.choice}>
        <EquipmentPicker
          label={t('choose')}
          value={null}
          onChange={(chosen: number | null) => {
            if (chosen !== null) void navigate(pathTo('equipmentRelated', { equipmentId: chosen }))
          }}
        />
      </div>
    </Page>
  )
}

function RelatedOf({ id }: { id: number }) {
  const { t } = useTranslation(['related', 'titles', 'equipment'])
  const thing = equipmentCalls.useGetEquipmentQuery({ params: { id } })
  const rest = useGetRelatedQuery({ params: { id } })
  const [detail, related] = [answerToShow(thing), answerToShow(rest)]
  const failed = thing.error ?? rest.error
  const back = { to: pathTo('equipment', undefined, { id }), label: t('titles:equipment') }
  if (detail === undefined || related === undefined)
    return (
      <Page title={t('titles:equipmentRelated')} kind="wide" back={back}>
        {failed === undefined ? (
          <LoadingState rows={10} />
        ) : (
          <ErrorState
            failure={failed}
            onRetry={() => {
              void thing.refetch()
              void rest.refetch()
            }}
          />
        )}
      </Page>
    )
  return (
    <Page
      title={detail.name}
      kind="wide"
      back={back}
      hint={<Under detail={detail} />}
      actions={
        <>
          <FollowButton equipmentId={id} />
          <LinkButton to={back.to}>{t('openEquipment')}</LinkButton>
        </>
      }
    >
      <Parts detail={detail} related={related} />
    </Page>
  )
}

function Under({ detail }: { detail: Detail }) {
  return (
    <>
      <bdi>{detail.type.name}</bdi>
      {detail.equipmentId !== null && (
        <>
          {' · '}
          <bdi className="numbers">{detail.equipmentId}</bdi>
        </>
      )}{' '}
      {detail.status !== null && <StatusTag status={detail.status} />}
    </>
  )
}

function Parts({ detail, related }: { detail: Detail; related: Related }) {
  const parts = useParts(detail, related)
  const { hash } = useLocation()
  const { t } = useTranslation('related')
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(hash.slice(1))
    part?.scrollIntoView({ block: 'start' })
    part?.querySelector('h2')?.focus({ preventScroll: true })
  }, [hash])
  return (
    <>
      <nav className={styles.anchors} aria-label={t('onThisPage')}>
        {parts.map(({ id, title, count }) => (
          <Anchor key={id} id={id} title={title} count={count} />
        ))}
      </nav>
      <div className={styles.parts}>
        {parts.map(({ id, title, count, all, empty, content }) => (
          <div key={id} className={`surface ${styles.part}`}>
            <Section
              id={id}
              title={title}
              {...(count === undefined ? {} : { count })}
              actions={all !== undefined && <Link to={all.to}>{all.label}</Link>}
            >
              {count === 0 && empty !== undefined ? <p className="quiet">{empty}</p> : content}
            </Section>
          </div>
        ))}
      </div>
    </>
  )
}

function Anchor({ id, title, count }: { id: string; title: string; count: number | undefined }) {
  const format = useFormat()
  return (
    <Link to={{ hash: id }} replace className={styles.anchor ?? ''}>
      {title}
      {count !== undefined && count > 0 && (
        <span className="numbers quiet">{format.number(count)}</span>
      )}
    </Link>
  )
}
