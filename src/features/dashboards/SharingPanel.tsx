import { Button, Pagination, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract/dashboards/dashboards.ts'
import { useFormat } from '#lib/format.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { SearchField } from '#ui/list/SearchField.tsx'
import { PersonName } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState, type Failure } from '#ui/feedback/states.tsx'
import { dashboardCalls } from './calls.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './board.module.css'
import cardsStyles from './cards/cards.module.css'

const SIZE = 20
const kinds = ['role', 'user'] as const
type Kind = (typeof kinds)[number]

export function SharingPanel({ board, onClose }: { board: Dashboard; onClose(): void }) {
  const { t } = useTranslation('dashboards')
  const [kind, setKind] = useState<Kind>('role')
  return (
    <DetailPanel
      title={t('shareTitle')}
      over={<bdi>{board.name}</bdi>}
      onClose={onClose}
      tab={kind}
      onTab={(key) => setKind(kinds.find((one) => one === key) ?? 'role')}
      tabs={[
        { key: 'role', label: t('share_roles'), content: <Roles dashboardId={board.id} /> },
        { key: 'user', label: t('share_people'), content: <People dashboardId={board.id} /> },
      ]}
    />
  )
}

interface Sharer {
  id: number
  name: string
  partOfDashboard: boolean
}
interface ListProps {
  answer: { count: number; rows: readonly Sharer[] } | undefined
  error: Failure | undefined
  refetch(): void
  page: number
  onPage(page: number): void
  search: string
  onSearch(search: string): void
  onToggle(row: Sharer): void
  kind: Kind
  dashboardId: number
}

function useListState() {
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  return {
    page,
    setPage,
    search,
    onSearch: (next: string) => {
      setSearch(next)
      setPage(1)
    },
    question: { limit: SIZE, offset: (page - 1) * SIZE, ...(search === '' ? {} : { search }) },
  }
}

function Roles({ dashboardId }: { dashboardId: number }) {
  const { page, setPage, search, onSearch, question } = useListState()
  const query = dashboardCalls.useListDashboardRolesQuery({
    params: { dashboardId, ...question },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  const [add] = dashboardCalls.useAddDashboardRolesMutation()
  const [remove] = dashboardCalls.useRemoveDashboardRolesMutation()
  const toggle = ({ id, partOfDashboard }: Sharer) =>
    void (partOfDashboard ? remove : add)({ params: { dashboardId }, body: { data: [id] } })
  return (
    <Sharers
      kind="role"
      dashboardId={dashboardId}
      answer={data}
      error={error}
      refetch={() => void refetch()}
      page={page}
      onPage={setPage}
      search={search}
      onSearch={onSearch}
      onToggle={toggle}
    />
  )
}

function People({ dashboardId }: { dashboardId: number }) {
  const { page, setPage, search, onSearch, question } = useListState()
  const query = dashboardCalls.useListDashboardUsersQuery({
    params: { dashboardId, ...question },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  const [add] = dashboardCalls.useAddDashboardUsersMutation()
  const [remove] = dashboardCalls.useRemoveDashboardUsersMutation()
  const toggle = ({ id, partOfDashboard }: Sharer) =>
    void (partOfDashboard ? remove : add)({ params: { dashboardId }, body: { data: [id] } })
  return (
    <Sharers
      kind="user"
      dashboardId={dashboardId}
      answer={data}
      error={error}
      refetch={() => void refetch()}
      page={page}
      onPage={setPage}
      search={search}
      onSearch={onSearch}
      onToggle={toggle}
    />
  )
}

function Sharers({
  answer,
  error,
  refetch,
  page,
  onPage,
  search,
  onSearch,
  onToggle,
  kind,
  dashboardId,
}: ListProps) {
  const { t } = useTranslation(['dashboards', 'common'])
  const [asked, setAsked] = useState<number | null>(null)
  return (
    <>
      <p className="quiet">{kind === 'role' ? t('shareRolesHint') : t('sharePeopleHint')}</p>
      <SearchField value={search} onChange={onSearch} label={t('common:search')} />
      {answer === undefined ? (
        error === undefined ? (
          <LoadingState rows={5} />
        ) : (
          <ErrorState failure={error} onRetry={refetch} />
        )
      ) : (
        <ul className={styles.sharers}>
          {answer.rows.length === 0 && <li className="quiet">{t('common:nothingFound')}</li>}
          {answer.rows.map((row) => (
            <li key={row.id}>
              <label className={styles.sharer}>
                <Switch
                  size="small"
                  checked={row.partOfDashboard}
                  onChange={() => onToggle(row)}
                  aria-label={t('shareWith', { name: row.name })}
                />
                {kind === 'role' ? <bdi>{row.name}</bdi> : <PersonName person={row} />}
              </label>
              {kind === 'user' && (
                <Button
                  size="small"
                  type="link"
                  aria-expanded={asked === row.id}
                  onClick={() => setAsked(asked === row.id ? null : row.id)}
                  aria-label={`${t('whatSeen')}: ${row.name}`}
                >
                  {t('whatSeen')}
                </Button>
              )}
              {asked === row.id && <ShareCheck dashboardId={dashboardId} userId={row.id} />}
            </li>
          ))}
        </ul>
      )}
      {answer !== undefined && answer.count > SIZE && (
        <Pagination
          size="small"
          simple
          current={page}
          pageSize={SIZE}
          total={answer.count}
          onChange={onPage}
        />
      )}
    </>
  )
}

function ShareCheck({ dashboardId, userId }: { dashboardId: number; userId: number }) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const query = dashboardCalls.useCheckDashboardShareQuery({
    params: { dashboardId, userId },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={2} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  return (
    <div className={styles.shareCheck}>
      <strong>
        {t('seesData', {
          seen: format.number(data.seesData),
          all: format.number(data.cards.length),
        })}
      </strong>
      <ul>
        {data.cards.map((card) => (
          <li key={card.id}>
            <span
              className={cardsStyles.dot}
              style={{ background: card.counted > 0 ? 'var(--pr-green)' : 'var(--pr-line-strong)' }}
              aria-hidden="true"
            />{' '}
            <bdi>{card.name}</bdi>{' '}
            <span className="quiet">
              {t('counted', { number: format.number(card.counted) })}
              {card.beyondRights > 0 && (
                <> · {t('cutOf', { number: format.number(card.beyondRights) })}</>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
