import { DeleteOutlined, TagsOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cardTypes, type DashboardItem } from '#contract/dashboards/dashboardItems.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { InsightTabs } from '#entities/insight/InsightTabs.tsx'
import { Journal } from '#entities/journal/Journal.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { When } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import {
  EmptyState,
  ErrorState,
  LoadingState,
  NoRight,
  NothingFound,
} from '#ui/feedback/states.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'
import { itemCalls } from './calls.ts'
import { CategoriesPanel } from './CategoriesPanel.tsx'
import { CardForm } from './cards/CardForm.tsx'
import { blankCard, valuesOf } from './cards/cardValues.ts'
import { CategoryField } from './cards/CategoryField.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

const shape = {
  ...listAddress(['name', 'category', 'updatedAt'], 'name', 'dashboardItem'),
  type: inAddress.oneOf(['any', ...cardTypes], 'any'),
  category: inAddress.id('dashboardCategory'),
  new: inAddress.flag(),
  categories: inAddress.flag(),
}

export function ItemsPage() {
  const { t } = useTranslation(['dashboards', 'common'])
  const { state, change, paging, question, linkTo } = useListAddress(shape)
  const mayEdit = useMay('editor|dashboards')
  const query = itemCalls.useListDashboardItemsQuery(
    {
      params: {
        ...question,
        ...(state.type === 'any' ? {} : { type: state.type }),
        ...(state.category === null ? {} : { dashboardCategoryId: state.category }),
      },
    },
    { skip: !mayEdit },
  )
  const columns = useColumns(state.id !== null || state.new || state.categories)
  if (!mayEdit) return <NoRight />
  const isNarrowed = state.search !== '' || state.type !== 'any' || state.category !== null
  const handleClear = () => change({ search: '', type: 'any', category: null, page: 1 })
  const handleClose = () => change({ id: null, new: false }, { push: true })
  const panel = state.categories ? (
    <CategoriesPanel onClose={() => change({ categories: false }, { push: true })} />
  ) : state.new ? (
    <DetailPanel title={t('newCard')} onClose={handleClose}>
      <CardForm
        initial={blankCard}
        onCancel={handleClose}
        onSaved={(item) => change({ new: false, id: item.id }, { push: true })}
      />
    </DetailPanel>
  ) : (
    state.id !== null && <ItemPanel key={state.id} id={state.id} onClose={handleClose} />
  )
  return (
    <Page
      title={t('cardsTitle')}
      panel={panel}
      actions={
        <>
          <Button
            icon={<TagsOutlined aria-hidden />}
            onClick={() => change({ categories: true, new: false, id: null }, { push: true })}
          >
            {t('categories')}
          </Button>
          <AddButton
            onClick={() => change({ new: true, id: null, categories: false }, { push: true })}
          >
            {t('newCard')}
          </AddButton>
        </>
      }
      filters={
        <>
          <InsightTabs current="dashboardItems" />
          <FilterBar
            search={state.search}
            onSearch={(search) => change({ search, page: 1 })}
            searchLabel={t('searchCards')}
            onClear={isNarrowed ? handleClear : undefined}
          >
            <Select
              aria-label={t('field.type')}
              value={state.type}
              popupMatchSelectWidth={false}
              onChange={(type) => change({ type, page: 1 }, { push: true })}
              options={[
                { value: 'any' as const, label: t('anyType') },
                ...cardTypes.map((type) => ({ value: type, label: t(`type.${type}`) })),
              ]}
            />
            <CategoryField
              value={state.category}
              onChange={(category) => change({ category, page: 1 }, { push: true })}
            />
          </FilterBar>
        </>
      }
    >
      <EntityTable<DashboardItem>
        label={t('cardsTitle')}
        columns={columns}
        query={query}
        paging={paging}
        currentId={state.id}
        linkTo={linkTo}
        onOpen={(row) => change({ id: row.id, new: false, categories: false }, { push: true })}
        empty={
          isNarrowed ? (
            <NothingFound onClear={handleClear} />
          ) : (
            <EmptyState title={t('noItems')} hint={t('noItemsHint')} />
          )
        }
      />
    </Page>
  )
}

function useColumns(isBesidePanel: boolean): Column<DashboardItem>[] {
  const { t } = useTranslation(['dashboards', 'common'])
  const columns: Column<DashboardItem>[] = [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => <bdi>{row.name}</bdi>,
    },
    { key: 'type', title: t('field.type'), render: (row) => t(`type.${row.type}`) },
    {
      key: 'range',
      title: t('field.range'),
      phone: 'aside',
      render: (row) => t(`range.${row.range}`),
    },
    {
      key: 'category',
      title: t('field.category'),
      sortable: true,
      phone: 'hidden',
      render: (row) =>
        row.category === null ? <span className="quiet">—</span> : <bdi>{row.category}</bdi>,
    },
    {
      key: 'dashboards',
      title: t('column.hangsOn'),
      phone: 'hidden',
      render: (row) => <Homes item={row} />,
    },
    {
      key: 'updatedAt',
      title: t('common:updated'),
      sortable: true,
      phone: 'hidden',
      render: (row) => <When at={row.updatedAt} />,
    },
  ]
  return isBesidePanel ? columns.slice(0, 3) : columns
}

function Homes({ item }: { item: DashboardItem }) {
  const { t } = useTranslation('dashboards')
  if (item.dashboards.length === 0) return <span className="quiet">{t('hangsNowhere')}</span>
  return (
    <>
      {item.dashboards.map((home, index) => (
        <span key={home.id}>
          {index > 0 && ', '}
          <Link to={pathTo('dashboard', { dashboardId: home.id })}>
            <bdi>{home.name}</bdi>
          </Link>
        </span>
      ))}
    </>
  )
}

function ItemPanel({ id, onClose }: { id: number; onClose(): void }) {
  const { t } = useTranslation(['dashboards', 'common'])
  const format = useFormat()
  const confirmDelete = useConfirmDelete()
  const query = itemCalls.useGetDashboardItemQuery({ params: { id } })
  const { error, refetch } = query
  const data = answerToShow(query)
  const [remove, { isLoading }] = itemCalls.useDeleteDashboardItemMutation()
  if (data === undefined)
    return (
      <DetailPanel title={t('common:details')} onClose={onClose}>
        {error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )}
      </DetailPanel>
    )
  async function handleDelete(): Promise<void> {
    if (
      data === undefined ||
      !(await confirmDelete(
        data.name,
        data.dashboards.length === 0
          ? t('common:permanent')
          : t('deleteCardHint', { names: format.list(data.dashboards.map((home) => home.name)) }),
      ))
    )
      return
    const answer = await remove({ params: { id } })
    if (answer.error === undefined) onClose()
  }
  return (
    <DetailPanel
      title={<bdi>{data.name}</bdi>}
      over={data.category === null ? undefined : <bdi>{data.category}</bdi>}
      under={<Homes item={data} />}
      onClose={onClose}
      actions={
        <Button
          danger
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          loading={isLoading}
          onClick={() => void handleDelete()}
        >
          {t('common:delete')}
        </Button>
      }
      tabs={[
        {
          key: 'edit',
          label: t('common:edit'),
          content: (
            <CardForm
              initial={valuesOf(data)}
              item={data}
              onSaved={() => undefined}
              onCancel={onClose}
            />
          ),
        },
        {
          key: 'journal',
          label: t('common:history'),
          content: <Journal entity="dashboardItem" entityId={id} />,
        },
      ]}
    />
  )
}
