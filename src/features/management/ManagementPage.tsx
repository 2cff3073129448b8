import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { Badge } from '#ui/page/marks.tsx'
import { Page, Section } from '#ui/page/Page.tsx'
import { NoRight } from '#ui/feedback/states.tsx'
import { referenceLists, type ReferenceList } from './referenceLists.ts'
import styles from './management.module.css'

const countOnly = { body: { limit: 1, offset: 0, sort: 'name' as const } }

export function ManagementPage() {
  const { t } = useTranslation(['management', 'titles'])
  const [keepsPeople, keepsCompany, keepsWords] = [
    useMay('editor|users'),
    useMay('editor|company'),
    useMay('editor|management'),
  ]
  const readsSecurity = useMay('viewer|security')
  const writesRules = useMay('editor|automations')
  const mayExport = useMay('exporter|company')
  const companyId = useClaims()?.companyId ?? 0
  const keepsAnything =
    keepsPeople || keepsCompany || keepsWords || readsSecurity || writesRules || mayExport
  if (!keepsAnything) return <NoRight />
  return (
    <Page title={t('titles:management')} kind="wide">
      {keepsPeople && (
        <Hub title={t('people')}>
          <UsersCard />
          <RolesCard />
        </Hub>
      )}
      {(keepsCompany || readsSecurity || mayExport) && (
        <Hub title={t('company')}>
          {keepsCompany && (
            <HubCard
              to={pathTo('companySettings')}
              title={t('titles:companySettings')}
              hint={t('companyHint')}
            />
          )}
          {readsSecurity && (
            <HubCard
              to={pathTo('securityLog')}
              title={t('titles:securityLog')}
              hint={t('securityLogHint')}
            />
          )}
          {readsSecurity && (
            <HubCard
              to={pathTo('installationHealth')}
              title={t('titles:installationHealth')}
              hint={t('installationHealthHint')}
            />
          )}
          {keepsCompany && (
            <HubCard
              to={pathTo('labelReports')}
              title={t('titles:labelReports')}
              hint={t('labelReportsHint')}
            />
          )}
          {(keepsCompany || mayExport) && (
            <HubCard
              to={pathTo('retention')}
              title={t('titles:retention')}
              hint={t('retentionHint')}
            />
          )}
          {readsSecurity && (
            <HubCard
              to={pathTo('signedLogChain')}
              title={t('titles:signedLogChain')}
              hint={t('signedLogChainHint')}
            />
          )}
        </Hub>
      )}
      {writesRules && (
        <Hub title={t('titles:automationCenter')}>
          <HubCard
            to={pathTo('companyAutomations', { companyId })}
            title={t('titles:automationCenter')}
            hint={t('automationsHint')}
          />
          <HubCard
            to={pathTo('companyTicketCenter', { companyId })}
            title={t('titles:ticketCenter')}
            hint={t('ticketRulesHint')}
          />
          <HubCard
            to={pathTo('filterObjectEditor')}
            title={t('titles:filterObjectEditor')}
            hint={t('filterEditorHint')}
          />
          {referenceLists
            .filter(({ needs }) => needs === 'editor|automations')
            .map((referenceList) => (
              <ReferenceListCard key={referenceList.key} referenceList={referenceList} />
            ))}
        </Hub>
      )}
      {keepsWords && (
        <Hub title={t('words')} hint={t('hint')}>
          {referenceLists
            .filter(({ needs }) => needs !== 'editor|automations')
            .map((referenceList) => (
              <ReferenceListCard key={referenceList.key} referenceList={referenceList} />
            ))}
        </Hub>
      )}
    </Page>
  )
}

function Hub({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Section title={title}>
      {hint !== undefined && <p className={`quiet ${styles.hubHint}`}>{hint}</p>}
      <div className={styles.hub}>{children}</div>
    </Section>
  )
}

function UsersCard() {
  const { t } = useTranslation(['management', 'titles'])
  const { data } = peopleCalls.useListUsersQuery(countOnly)
  return (
    <HubCard
      to={pathTo('users')}
      title={t('titles:users')}
      hint={t('usersHint')}
      count={data?.count}
    />
  )
}

function RolesCard() {
  const { t } = useTranslation(['management', 'titles'])
  const { data } = peopleCalls.useListRolesQuery(countOnly)
  return (
    <HubCard
      to={pathTo('roles')}
      title={t('titles:roles')}
      hint={t('rolesHint')}
      count={data?.count}
    />
  )
}

/**
 * Addresses set by the specification. They redirect to the reference list or are a screen of their
 * own.
 */
const ownAddresses: Partial<Record<ReferenceList['key'], string>> = {
  equipmentStatuses: pathTo('equipmentStatus'),
  fellowTypes: pathTo('fellowEquipmentType'),
  orgEntities: pathTo('orgEntities'),
}

function ReferenceListCard({ referenceList }: { referenceList: ReferenceList }) {
  const { t } = useTranslation('management')
  const { data } = referenceList.useList(countOnly)
  const to =
    ownAddresses[referenceList.key] ??
    pathTo('managementList', { referenceList: referenceList.slug })
  return (
    <HubCard
      to={to}
      title={t(referenceList.key)}
      hint={t(`${referenceList.key}Hint`)}
      count={data?.count}
    />
  )
}

function HubCard({
  to,
  title,
  hint,
  count,
}: {
  to: string
  title: string
  hint: string
  count?: number | undefined
}) {
  return (
    <Link className={styles.hubCard} to={to}>
      <span className={styles.hubTitle}>
        <strong>{title}</strong>
        {count !== undefined && <Badge value={count} />}
      </span>
      <span className="quiet">{hint}</span>
    </Link>
  )
}
