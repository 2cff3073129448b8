import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { StockRow } from '#contract/inventory.ts'
import { stockStates } from '#contract/rules/stock.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { InventoryItemPicker } from '#entities/pickers/wordPickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { useListAddress, withoutPaging } from '#ui/list/listAddress.ts'
import { Count } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { stockAddress } from './address.ts'
import { stockCalls } from '#entities/inventory/stockCalls.ts'
import { ReceiveForm } from './StockForms.tsx'
import { StockPanel } from './StockPanel.tsx'
import { StockStateTag, useStockWords } from './useStockWords.tsx'

const besidePanel = ['item', 'location', 'amount', 'state']

export function StockPage() {
  const { t } = useTranslation(['inventory', 'titles', 'common'])
  const { state, change, paging, question, linkTo } = useListAddress(stockAddress)
  const mayWrite = useMay('editor|equipment')
  const keepsItems = useMay('editor|management')
  const asked = {
    ...question,
    ...(state.of.length === 0 ? {} : { itemIds: state.of }),
    ...(state.place.length === 0 ? {} : { locationIds: state.place }),
    ...(state.state === 'any' ? {} : { states: [state.state] }),
  }
  const query = stockCalls.useListStockQuery({ body: asked })
  const { data } = query
  const isNarrowed =
    state.search !== '' || state.of.length > 0 || state.place.length > 0 || state.state !== 'any'
  const handleClear = () =>
    change({ search: '', of: [], place: [], state: 'any', page: 1 }, { push: true })
  const close = () => change({ id: null, act: 'none', tab: 'facts' }, { push: true })
  const isReceiving = mayWrite && state.id === null && state.act === 'receive'
  const columns = useColumns(state.id !== null || isReceiving)
  return (
    <Page
      title={t('titles:inventory')}
      hint={data === undefined ? undefined : <Count value={data.count} />}
      actions={
        <>
          {keepsItems && (
            <LinkButton to={pathTo('managementList', { referenceList: 'inventory-items' })}>
              {t('items')}
            </LinkButton>
          )}
          {mayWrite && (
            <AddButton onClick={() => change({ act: 'receive', id: null }, { push: true })}>
              {t('receive')}
            </AddButton>
          )}
        </>
      }
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('searchLabel')}
          onClear={isNarrowed ? handleClear : undefined}
          end={<ExportButton lists={[{ list: 'stock', question: withoutPaging(asked) }]} />}
        >
          <InventoryItemPicker
            multiple
            label={t('item')}
            value={state.of}
            onChange={(of: number[]) => change({ of, page: 1 })}
          />
          <LocationTreePicker
            multiple
            label={t('place')}
            value={state.place}
            onChange={(place: number[]) => change({ place, page: 1 })}
          />
          <Select
            aria-label={t('stateTitle')}
            value={state.state}
            popupMatchSelectWidth={false}
            onChange={(next) => change({ state: next, page: 1 })}
            options={(['any', ...stockStates] as const).map((value) => ({
              value,
              label: value === 'any' ? t('anyState') : t(`state.${value}`),
            }))}
          />
        </FilterBar>
      }
      panel={
        isReceiving ? (
          <DetailPanel title={t('receive')} onClose={close}>
            <ReceiveForm
              onCancel={close}
              onDone={(id) => change({ id, act: 'none' }, { push: true })}
            />
          </DetailPanel>
        ) : state.id === null ? undefined : (
          <StockPanel
            key={state.id}
            id={state.id}
            tab={state.tab}
            verb={state.act === 'none' || !mayWrite ? null : state.act}
            onTab={(tab) => change({ tab })}
            onVerb={(verb) => change({ act: verb ?? 'none' }, { push: verb !== null })}
            onClose={close}
          />
        )
      }
    >
      <EntityTable<StockRow>
        label={t('titles:inventory')}
        columns={columns}
        query={query}
        paging={paging}
        currentId={state.id}
        linkTo={linkTo}
        onOpen={({ id }) => change({ id, act: 'none' }, { push: true })}
        empty={
          isNarrowed ? (
            <NothingFound onClear={handleClear} />
          ) : (
            <EmptyState
              title={t('emptyTitle')}
              hint={mayWrite ? t('emptyHint') : t('emptyHintRead')}
            />
          )
        }
      />
    </Page>
  )
}

function useColumns(isBesidePanel: boolean): Column<StockRow>[] {
  const { t } = useTranslation('inventory')
  const words = useStockWords()
  const isPhone = useIsPhone()
  const dayOrNone = (day: string | null) =>
    day === null ? (
      !isPhone && <span className="quiet">–</span>
    ) : (
      <span className="numbers">{words.day(day)}</span>
    )
  const columns: Column<StockRow>[] = [
    {
      key: 'item',
      title: t('item'),
      sortable: true,
      render: (row) => <bdi>{row.item.name}</bdi>,
    },
    {
      key: 'location',
      title: t('place'),
      sortable: true,
      render: (row) => <bdi>{row.location.name}</bdi>,
    },
    {
      key: 'amount',
      title: t('amount'),
      sortable: true,
      align: 'end',
      render: (row) => <bdi className="numbers">{words.amount(row.amount, row.item.unit)}</bdi>,
    },
    {
      key: 'minimum',
      title: t('minimum'),
      align: 'end',
      phone: 'hidden',
      render: (row) =>
        row.minimum === null ? (
          <span className="quiet">–</span>
        ) : (
          <bdi className="numbers">{words.amount(row.minimum, row.item.unit)}</bdi>
        ),
    },
    {
      key: 'state',
      title: t('stateTitle'),
      phone: 'aside',
      render: (row) => <StockStateTag state={row.state} />,
    },
    {
      key: 'nextExpiry',
      title: t('nextExpiry'),
      sortable: true,
      render: (row) => dayOrNone(row.nextExpiry),
    },
    {
      key: 'runsOutOn',
      title: t('runsOutOn'),
      render: (row) => dayOrNone(row.runsOutOn),
    },
  ]
  return isBesidePanel ? columns.filter(({ key }) => besidePanel.includes(key)) : columns
}
