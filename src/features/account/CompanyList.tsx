import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Membership } from '#contract/auth/invitations.ts'
import { OwnProof } from './OwnProof.tsx'
import { pathTo } from '#lib/paths.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import {
  useAcceptMembershipMutation,
  useLeaveCompanyMutation,
  useListMembershipsQuery,
  useRefuseMembershipMutation,
} from './calls.ts'
import styles from './account.module.css'

export function CompanyList() {
  const { t } = useTranslation('account')
  const query = useListMembershipsQuery()
  const data = answerToShow(query)
  const list = useRef<HTMLUListElement>(null)
  const isAskedFor = useLocation().hash === '#companies'
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isAskedFor && isLoaded) list.current?.scrollIntoView({ block: 'center' })
  }, [isAskedFor, isLoaded])
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState rows={2} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  return (
    <>
      <ul ref={list} className={styles.sessions} data-testid="memberships">
        {data.rows.map((membership) => (
          <li key={membership.companyId}>
            <span className={styles.sessionWords}>
              <strong>
                <bdi>{membership.company}</bdi>
              </strong>
              <span className="quiet">
                {t(`membership_${membership.state}`)} <When at={membership.since} as="date" />
              </span>
            </span>
            <Actions membership={membership} />
          </li>
        ))}
      </ul>
      {data.isLimited && (
        <OwnProof text={t('membershipsLimited')} onProved={() => void query.refetch()} />
      )}
      {!data.isLimited && !data.isAddressProved && (
        <p className="quiet">{t('membershipsUnproved')}</p>
      )}
    </>
  )
}

function Actions({
  membership: { companyId, company, state, isThis },
}: {
  membership: Membership
}) {
  const { t } = useTranslation('account')
  const [accept, { isLoading: isAccepting }] = useAcceptMembershipMutation()
  const [refuse, { isLoading: isRefusing }] = useRefuseMembershipMutation()
  const [leave, { isLoading: isLeaving }] = useLeaveCompanyMutation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const body = { companyId }

  async function handleLeave(): Promise<void> {
    const isSure = await confirm({
      title: t('leaveTitle', { company }),
      hint: t('leaveHint'),
      okText: t('leave'),
      danger: true,
    })
    if (!isSure) return
    const left = await leave({ body })
    if (!('error' in left) && isThis) await navigate(pathTo('logout'))
  }

  if (state === 'invited')
    return (
      <span className={styles.membershipActions}>
        <Button
          type="primary"
          loading={isAccepting}
          disabled={isRefusing}
          onClick={() => void accept({ body })}
        >
          {t('accept')}
        </Button>
        <Button loading={isRefusing} disabled={isAccepting} onClick={() => void refuse({ body })}>
          {t('refuse')}
        </Button>
      </span>
    )
  return (
    <span className={styles.membershipActions}>
      {isThis && (
        <ColourTag colour="green" soft>
          {t('thisCompany')}
        </ColourTag>
      )}
      {(isThis || state === 'inactive') && (
        <Button size="small" danger loading={isLeaving} onClick={() => void handleLeave()}>
          {t('leave')}
        </Button>
      )}
    </span>
  )
}
