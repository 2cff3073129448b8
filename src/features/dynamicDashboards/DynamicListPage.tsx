import { PlusOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { InsightTabs } from '#entities/insight/InsightTabs.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { EntityTable } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { Count, When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { dynamicCalls } from './calls.ts'
import { iconOf } from './widgetIcons.tsx'
import styles from './dynamic.module.css'
import { LinkButton } from '#ui/page/LinkButton.tsx'

const shape = listAddress(['title', 'updatedAt'], 'title', 'dynamicDashboard')
const newOne = pathTo('dynamicDashboardEditor', { dynamicDashboardId: 0 })

export function DynamicListPage() {
  const { t } = useTranslation(['dynamicDashboards', 'titles', 'common'])
  const navigate = useNavigate()
  const mayEdit = useMay('editor|dashboards')
  const { state, change, paging, question } = useListAddress(shape)
  const query = dynamicCalls.useListDynamicDashboardsQuery({
    body: question,
  })
  const linkTo = (row: { id: number }): string =>
    pathTo('dynamicDashboard', { dynamicDashboardId: row.id })
  return (
    <Page
      title={t('titles:dynamicDashboards')}
      actions={
        mayEdit && (
          <LinkButton type="primary" icon={<PlusOutlined aria-hidden />} to={newOne}>
            {t('new')}
          </LinkButton>
        )
      }
      filters={
        <>
          <InsightTabs current="dynamicDashboards" />
          <FilterBar
            search={state.search}
            onSearch={(search) => change({ search, page: 1 })}
            searchLabel={t('search')}
          />
        </>
      }
    >
      <EntityTable
        label={t('titles:dynamicDashboards')}
        query={query}
        paging={paging}
        linkTo={linkTo}
        onOpen={(row) => void navigate(linkTo(row))}
        columns={[
          {
            key: 'title',
            title: t('title'),
            sortable: true,
            render: (row) => (
              <>
                <span className={styles.widgetIcon} aria-hidden="true">
                  {iconOf[row.icon]}
                </span>{' '}
                <bdi>{row.title}</bdi>
              </>
            ),
          },
          {
            key: 'widgets',
            title: t('widgets'),
            align: 'end',
            phone: 'aside',
            render: (row) => <Count value={row.widgets} />,
          },
          {
            key: 'updatedAt',
            title: t('common:updated'),
            sortable: true,
            render: (row) => <When at={row.updatedAt} />,
          },
        ]}
        empty={
          state.search !== '' ? (
            <NothingFound onClear={() => change({ search: '', page: 1 })} />
          ) : (
            <EmptyState
              title={t('empty')}
              hint={t('emptyHint')}
              action={mayEdit && <Link to={newOne}>{t('new')}</Link>}
            />
          )
        }
      />
    </Page>
  )
}
