/**
 * Events for auditors: sign-ins, refusals, second factors, permissions, keys, exports, views of
 * personal data.
 */
import { Select } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import { SECURITY_LOG_DAYS, type SecurityEventRow } from '#contract/security/security.ts'
import { securityEventKinds, type SecurityEventKind } from '#contract/security/securityKinds.ts'
import { pathTo } from '#lib/paths.ts'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { ColourTag, PersonName, When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NoRight, NothingFound } from '#ui/feedback/states.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import { useListSecurityEventsQuery } from './calls.ts'
import styles from './SecurityLogPage.module.css'
import filterBarStyles from '#ui/list/FilterBar.module.css'

const shape = {
  ...listAddress(['at'], '-at'),
  kind: inAddress.oneOf(['any', ...securityEventKinds], 'any'),
  user: inAddress.id('user'),
}

export function SecurityLogPage() {
  return useMay('viewer|security') ? <SecurityLog /> : <NoRight />
}

function SecurityLog() {
  const { t } = useTranslation(['securityLog', 'titles', 'management'])
  const { state, change, paging, question } = useListAddress(shape)
  const { search: _search, ...page } = { search: '', ...question }
  const filter = {
    ...(state.kind === 'any' ? {} : { kinds: [state.kind] }),
    ...(state.user === null ? {} : { userId: state.user }),
  }
  const query = useListSecurityEventsQuery({
    body: { ...page, ...filter },
  })
  const isNarrowed = state.kind !== 'any' || state.user !== null
  return (
    <Page
      title={t('titles:securityLog')}
      kind="wide"
      back={{ to: pathTo('management'), label: t('titles:management') }}
      actions={<ExportButton lists={[{ list: 'securityEvents', question: filter }]} />}
      filters={
        <div className={`${filterBarStyles.filterBar} ${styles.filters}`}>
          <Select<'any' | SecurityEventKind>
            aria-label={t('what')}
            popupMatchSelectWidth={false}
            showSearch
            filterOption={foundBy('label')}
            value={state.kind}
            onChange={(kind) => change({ kind, page: 1 }, { push: true })}
            options={[
              { value: 'any', label: t('anyKind') },
              ...securityEventKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
            ]}
          />
          <UserPicker
            label={t('about')}
            value={state.user}
            onChange={(user: number | null) => change({ user, page: 1 }, { push: true })}
          />
        </div>
      }
    >
      <p className={`quiet ${styles.hint}`}>{t('hint', { days: SECURITY_LOG_DAYS })}</p>
      <EntityTable<SecurityEventRow>
        label={t('titles:securityLog')}
        columns={useColumns()}
        query={query}
        paging={paging}
        empty={
          isNarrowed ? (
            <NothingFound
              onClear={() => change({ kind: 'any', user: null, page: 1 }, { push: true })}
            />
          ) : (
            <EmptyState title={t('emptyTitle')} hint={t('emptyHint')} />
          )
        }
      />
    </Page>
  )
}

/** Only events worth a second look have a colour. */
const colours: Partial<Record<SecurityEventKind, Colour>> = {
  signInRefused: 'orange',
  lockedOut: 'red',
  secondStepRefused: 'orange',
  secondStepRemoved: 'orange',
  identityRefused: 'red',
  rightRefused: 'orange',
  recoveryCodeUsed: 'orange',
  signInReset: 'orange',
  tooManyCalls: 'orange',
  exported: 'purple',
  apiKeyMade: 'purple',
  hookSecretMade: 'purple',
  signedIn: 'green',
}

function useColumns(): Column<SecurityEventRow>[] {
  const { t } = useTranslation('securityLog')
  return [
    {
      key: 'at',
      title: t('when'),
      sortable: true,
      width: 190,
      phone: 'line',
      render: (row) => <When at={row.at} as="dateTime" />,
    },
    {
      key: 'kind',
      title: t('what'),
      phone: 'title',
      render: (row) => (
        <ColourTag colour={colours[row.kind] ?? 'blue'} soft>
          {t(`kind.${row.kind}`)}
        </ColourTag>
      ),
    },
    {
      key: 'user',
      title: t('about'),
      phone: 'line',
      render: (row) =>
        row.user === null ? <span className="quiet">—</span> : <PersonName person={row.user} />,
    },
    { key: 'by', title: t('by'), phone: 'hidden', render: (row) => <Doer row={row} /> },
    {
      key: 'network',
      title: t('network'),
      phone: 'line',
      render: (row) =>
        row.network === null ? (
          <span className="quiet">—</span>
        ) : (
          <bdi dir="ltr" className="numbers">
            {row.network}
          </bdi>
        ),
    },
    {
      key: 'detail',
      title: t('detail'),
      phone: 'hidden',
      render: (row) => <Details detail={row.detail} />,
    },
  ]
}

/** Names the user only once if both are the same. */
function Doer({ row: { user, by } }: { row: SecurityEventRow }) {
  const { t } = useTranslation('securityLog')
  if (by === null) return <span className="quiet">{t('nobody')}</span>
  return by.id === user?.id ? <span className="quiet">—</span> : <PersonName person={by} />
}

/** Detail values that are keywords with a translation. All others are paths, names or numbers. */
const detailWords = [
  'own',
  'sso',
  'web',
  'password',
  'code',
  'email',
  'authenticator',
  'passkey',
  'recovery',
  'confirm',
  'invitation',
  'reset',
  'self',
  'equipment',
  'locations',
  'failedRows',
  'modelEquipment',
  'textMessages',
  'boundToAnother',
] as const

function Details({ detail }: { detail: SecurityEventRow['detail'] }) {
  const { t } = useTranslation('securityLog')
  const parts = Object.entries(detail).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: String(value) }],
  )
  if (parts.length === 0) return <span className="quiet">—</span>
  return (
    <span className="quiet">
      {parts.map(({ key, value }, index) => {
        const word = detailWords.find((each) => each === value)
        return (
          <Fragment key={key}>
            {index > 0 && ' · '}
            {word === undefined ? <bdi dir="ltr">{value}</bdi> : t(`word.${word}`)}
          </Fragment>
        )
      })}
    </span>
  )
}
