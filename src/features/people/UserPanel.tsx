import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { UserDetail } from '#contract/people/people.ts'
import { OrgEntityName } from '#entities/organisation/OrgEntityName.tsx'
import { pathTo } from '#lib/paths.ts'
import { AvailabilityMark } from '#entities/availability/AvailabilityField.tsx'
import { peopleCalls } from '#entities/calls/people.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { RightsExplanation } from '#entities/rights/RightsExplanation.tsx'
import { languageNames } from '#lib/i18n/languages.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { accessScopes, TypeNames } from './accessScopes.tsx'
import { UserActions } from './UserActions.tsx'
import { UserForm } from './UserForm.tsx'
import { panelTabs } from './usersAddress.ts'
import { RoleNames, UserStateTag } from './useUserColumns.tsx'
import styles from './people.module.css'

type Tab = (typeof panelTabs)[number]

interface PanelProps {
  id: number
  tab: Tab
  isEditing: boolean
  onTab(tab: Tab): void
  onMode(mode: 'show' | 'edit'): void
  onClose(): void
}

export function UserPanel({ id, tab, isEditing, onTab, onMode, onClose }: PanelProps) {
  const { t } = useTranslation(['people', 'common'])
  const query = peopleCalls.useGetUserQuery({ params: { id } })
  const { error, refetch } = query
  const data = answerToShow(query, isEditing)
  if (data === undefined) {
    return (
      <DetailPanel title={t('common:details')} onClose={onClose}>
        {error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )}
      </DetailPanel>
    )
  }
  const title = <bdi>{data.name}</bdi>
  if (isEditing)
    return (
      <DetailPanel title={title} over={t('editTitle')} onClose={onClose}>
        <UserForm detail={data} onSaved={() => onMode('show')} onCancel={() => onMode('show')} />
      </DetailPanel>
    )
  return (
    <DetailPanel
      title={title}
      over={<bdi>{data.email}</bdi>}
      onClose={onClose}
      under={
        <>
          <UserStateTag state={data.state} />
          <span>
            <RoleNames roles={data.roles} />
          </span>
        </>
      }
      actions={<UserActions detail={data} onEdit={() => onMode('edit')} />}
      tab={tab}
      onTab={(key) => onTab(panelTabs.find((one) => one === key) ?? 'facts')}
      tabs={[
        { key: 'facts', label: t('tab.facts'), content: <UserFacts detail={data} /> },
        {
          key: 'rights',
          label: t('tab.rights'),
          content: (
            <>
              <p className={`quiet ${styles.rightsLink}`}>
                <Link to={pathTo('userRights', { userId: id })}>{t('rights.asPage')}</Link>
              </p>
              <RightsExplanation userId={id} />
            </>
          ),
        },
        {
          key: 'journal',
          label: t('tab.journal'),
          content: <Journal entity="user" entityId={id} />,
        },
      ]}
    />
  )
}

function UserFacts({ detail }: { detail: UserDetail }) {
  const { t } = useTranslation(['people', 'common', 'entities'])
  const rows = [
    { label: t('field.email'), value: <EmailFact detail={detail} /> },
    {
      label: t('field.phone'),
      value:
        detail.phone === null ? null : (
          <PhoneFact phone={detail.phone} isProven={detail.isPhoneProven} />
        ),
    },
    { label: t('field.language'), value: languageNames[detail.language] },
    { label: t('field.roles'), value: <RoleLinks roles={detail.roles} /> },
    {
      label: t('entities:field_orgEntity'),
      value: detail.orgEntity && <OrgEntityName of={detail.orgEntity} />,
    },
    ...accessScopes.map((accessScope) => ({
      label: t(`field.${accessScope.kind}`),
      value: detail[accessScope.flag] ? (
        t(`reach.allOf.${accessScope.kind}`)
      ) : detail[accessScope.types].length === 0 ? (
        t('reach.nothing')
      ) : (
        <TypeNames accessScope={accessScope} ids={detail[accessScope.types]} />
      ),
    })),
    {
      label: t('field.availability'),
      value: <AvailabilityMark availability={detail.availability} />,
    },
    {
      label: t('field.ended'),
      value: detail.endedBy === null ? null : t(`endedBy_${detail.endedBy}`),
    },
    { label: t('field.lastSignIn'), value: <When at={detail.lastSignInAt} /> },
    { label: t('common:created'), value: <When at={detail.createdAt} as="date" /> },
    { label: t('common:updated'), value: <When at={detail.updatedAt} /> },
  ]
  return <Facts rows={rows.filter((row) => row.value !== null)} />
}

function EmailFact({ detail: { email, isEmailProven, pendingEmail } }: { detail: UserDetail }) {
  const { t } = useTranslation('people')
  return (
    <>
      <bdi>{email}</bdi>
      {!isEmailProven && (
        <p className={`quiet ${styles.fact}`}>
          <ColourTag colour="orange" soft>
            {t('notProven')}
          </ColourTag>{' '}
          {t('emailNotProven')}
        </p>
      )}
      {pendingEmail !== null && (
        <p className={`quiet ${styles.fact}`}>{t('pendingEmail', { email: pendingEmail })}</p>
      )}
    </>
  )
}

function PhoneFact({ phone, isProven }: { phone: string; isProven: boolean }) {
  const { t } = useTranslation('people')
  return (
    <>
      <bdi dir="ltr">{phone}</bdi>
      {!isProven && (
        <p className={`quiet ${styles.fact}`}>
          <ColourTag colour="orange" soft>
            {t('notProven')}
          </ColourTag>{' '}
          {t('phoneNotProven')}
        </p>
      )}
    </>
  )
}

function RoleLinks({ roles }: { roles: UserDetail['roles'] }) {
  if (roles.length === 0) return <span className="quiet">—</span>
  return roles.map((role, index) => (
    <span key={role.id}>
      {index > 0 && ' · '}
      <Link to={pathTo('roles', undefined, { id: role.id })}>
        <bdi>{role.name}</bdi>
      </Link>
    </span>
  ))
}
