import { PlusOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { DashboardRow } from '#contract/dashboards/dashboards.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { Count, When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { dashboardCalls } from './calls.ts'
import { InsightTabs } from '#entities/insight/InsightTabs.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'

const shape = listAddress(['name', 'updatedAt'], 'name', 'dashboard')

export function DashboardsPage() {
  const { t } = useTranslation(['dashboards', 'titles'])
  const navigate = useNavigate()
  const mayEdit = useMay('editor|dashboards')
  const { state, change, paging, question } = useListAddress(shape)
  const query = dashboardCalls.useListDashboardsQuery({
    body: question,
  })
  const columns = useColumns()
  const handleClear = () => change({ search: '', page: 1 })
  const linkTo = (row: DashboardRow): string => pathTo('dashboard', { dashboardId: row.id })
  return (
    <Page
      title={t('titles:dashboards')}
      actions={
        mayEdit && (
          <LinkButton
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            to={pathTo('dashboardEditor', { dashboardId: 'new' })}
          >
            {t('newDashboard')}
          </LinkButton>
        )
      }
      filters={
        <>
          <InsightTabs current="dashboards" />
          <FilterBar
            search={state.search}
            onSearch={(search) => change({ search, page: 1 })}
            searchLabel={t('searchDashboards')}
          />
        </>
      }
    >
      <EntityTable<DashboardRow>
        label={t('titles:dashboards')}
        columns={columns}
        query={query}
        paging={paging}
        linkTo={linkTo}
        onOpen={(row) => void navigate(linkTo(row))}
        empty={
          state.search !== '' ? (
            <NothingFound onClear={handleClear} />
          ) : (
            <EmptyState
              title={t('noDashboards')}
              hint={mayEdit ? t('noDashboardsHint') : t('noDashboardsShared')}
              action={
                mayEdit && (
                  <Link to={pathTo('dashboardEditor', { dashboardId: 'new' })}>
                    {t('newDashboard')}
                  </Link>
                )
              }
            />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<DashboardRow>[] {
  const { t } = useTranslation(['dashboards', 'common'])
  return [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => <bdi>{row.name}</bdi>,
    },
    {
      key: 'chapters',
      title: t('column.chapters'),
      align: 'end',
      phone: 'hidden',
      render: (row) => <Count value={row.chapters} />,
    },
    {
      key: 'cards',
      title: t('column.cards'),
      align: 'end',
      phone: 'aside',
      render: (row) => <Count value={row.cards} />,
    },
    {
      key: 'shared',
      title: t('column.shared'),
      render: (row) => <SharedWith sharedWith={row.sharedWith} />,
    },
    {
      key: 'counts',
      title: t('column.counts'),
      phone: 'hidden',
      render: (row) => (row.isFiltered ? t('countsOwn') : t('countsAll')),
    },
    {
      key: 'updatedAt',
      title: t('common:updated'),
      sortable: true,
      phone: 'hidden',
      render: (row) => <When at={row.updatedAt} />,
    },
  ]
}

export function SharedWith({ sharedWith }: { sharedWith: DashboardRow['sharedWith'] }) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const texts = [
    sharedWith.roles > 0 && t('roles', { number: format.number(sharedWith.roles) }),
    sharedWith.users > 0 && t('people', { number: format.number(sharedWith.users) }),
  ].filter((part) => part !== false)
  return texts.length === 0 ? (
    <span className="quiet">{t('notShared')}</span>
  ) : (
    <span>{texts.join(' · ')}</span>
  )
}
