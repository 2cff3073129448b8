import { TagOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EquipmentRow } from '#contract/equipment/equipment.ts'
import { prefetchWhenIdle, loadPartLater } from '#lib/lateFiles.ts'
import { pathTo } from '#lib/paths.ts'
import { filterFrom, filterPatch } from '#entities/filterObject/filterAddress.ts'
import { isEmptyDraft, type FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { useOwnColumns } from '#entities/metadata/useOwnColumns.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { LateSegmented } from '#ui/lateParts.tsx'
import { EntityTable } from '#ui/list/EntityTable.tsx'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { OfImport } from '#ui/list/OfImport.tsx'
import { useListAddress, withoutPaging } from '#ui/list/listAddress.ts'
import { withExactCount } from '#ui/list/listQuery.ts'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, LoadingState, NothingFound } from '#ui/feedback/states.tsx'
import { equipmentAddress, equipmentQuestion, equipmentViews } from './address.ts'
import { equipmentCalls } from './calls.ts'
import { useYears } from '#entities/yearStrip/useYears.ts'
import { useEquipmentColumns } from './useEquipmentColumns.tsx'

// Loads after the list, so that it is ready on the first press.
const EquipmentPanel = loadPartLater(() =>
  import('./EquipmentPanel.tsx').then((file) => ({ default: file.EquipmentPanel })),
)
const NewEquipmentPanel = loadPartLater(() =>
  import('./NewEquipmentPanel.tsx').then((file) => ({ default: file.NewEquipmentPanel })),
)
const EquipmentFilters = loadPartLater(() =>
  import('./EquipmentFilters.tsx').then((file) => ({ default: file.EquipmentFilters })),
)
const OwnFieldFilter = loadPartLater(() =>
  import('#entities/metadata/OwnFieldFilter.tsx').then((file) => ({
    default: file.OwnFieldFilter,
  })),
)
const OwnColumnPicker = loadPartLater(() =>
  import('#entities/metadata/OwnColumns.tsx').then((file) => ({ default: file.OwnColumnPicker })),
)
const BulkStatus = loadPartLater(() =>
  import('./BulkStatus.tsx').then((file) => ({ default: file.BulkStatus })),
)
const StatusBatches = loadPartLater(() =>
  import('./StatusBatch.tsx').then((file) => ({ default: file.StatusBatches })),
)
const EquipmentTree = loadPartLater(() =>
  import('./EquipmentTree.tsx').then((file) => ({ default: file.EquipmentTree })),
)

export function EquipmentPage() {
  const { t } = useTranslation(['equipment', 'common', 'titles'])
  const { state, change, paging, question, linkTo } = useListAddress(equipmentAddress, {
    hasNearest: true,
  })
  const filter = filterFrom(state)
  const which = {
    ...(question.search === undefined ? {} : { search: question.search }),
    ...equipmentQuestion(state),
  }
  const asked = { ...question, ...which }
  const own = useOwnColumns('equipment', state.columns)
  const quick = equipmentCalls.useListEquipmentQuery({
    body: {
      ...(state.view === 'tree' ? { ...asked, limit: 1, offset: 0 } : asked),
      ...own.question,
      isCountBounded: true,
    },
  })
  // Loads the exact count separately, because the rows must not wait for it.
  const exact = equipmentCalls.useListEquipmentQuery(
    { body: { ...which, limit: 1 } },
    { skip: quick.data?.moreThanCount === undefined },
  )
  const query = withExactCount(quick, exact.currentData?.count)
  const { data } = query
  const [selected, setSelected] = useState<number[]>([])
  const [isAll, setIsAll] = useState(false)
  const [begun, setBegun] = useState<number[]>([])
  const mayEdit = useMay('editor|equipment')
  const columns = useEquipmentColumns(
    useYears(state.view === 'tree' ? [] : (data?.rows ?? []).map(({ id }) => id)),
  )
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) prefetchWhenIdle(EquipmentPanel.fetch, NewEquipmentPanel.fetch)
  }, [isThere])
  const isNarrowed =
    state.search !== '' || state.import !== null || state.ownField !== null || !isEmptyDraft(filter)
  const handleClear = () =>
    change(
      { search: '', import: null, ownField: null, ownText: '', page: 1, ...filterPatch({}) },
      { push: true },
    )
  const handleSelect = (ids: number[]) => {
    setIsAll(false)
    setSelected(ids)
  }
  const handleFilter = (next: FilterDraft) => {
    handleSelect([])
    change({ ...filterPatch(next), page: 1 }, { push: true })
  }
  const empty = isNarrowed ? <NothingFound onClear={handleClear} /> : <NoEquipment />
  const panel =
    state.mode === 'new' && mayEdit ? (
      <NewEquipmentPanel
        onClose={() => change({ mode: 'show' }, { push: true })}
        onMade={(id) => change({ mode: 'show', id, tab: 'facts' })}
      />
    ) : state.id === null ? undefined : (
      <EquipmentPanel
        key={state.id}
        id={state.id}
        tab={state.tab}
        isEditing={state.mode === 'edit' && mayEdit}
        onTab={(tab) => change({ tab })}
        onMode={(mode) => change({ mode }, { push: mode === 'edit' })}
        onClose={() => change({ id: null, mode: 'show', tab: 'facts' }, { push: true })}
      />
    )

  return (
    <Page
      title={t('titles:equipment')}
      hint={
        data === undefined || data.moreThanCount ? undefined : t('countOf', { count: data.count })
      }
      actions={
        mayEdit && (
          <AddButton onClick={() => change({ mode: 'new' }, { push: true })}>{t('add')}</AddButton>
        )
      }
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => {
            setIsAll(false)
            change({ search, page: 1 })
          }}
          searchLabel={t('searchLabel')}
          onClear={isNarrowed ? handleClear : undefined}
          end={
            <>
              <Suspense fallback={null}>
                <LateSegmented
                  aria-label={t('viewLabel')}
                  value={state.view}
                  onChange={(view) =>
                    change({ view: equipmentViews.find((one) => one === view) }, { push: true })
                  }
                  options={equipmentViews.map((value) => ({ value, label: t(`view_${value}`) }))}
                />
              </Suspense>
              {mayEdit && state.view === 'list' && !isAll && (data?.count ?? 0) > 0 && (
                <Button icon={<TagOutlined aria-hidden />} onClick={() => setIsAll(true)}>
                  {t('statusOfAll')}
                </Button>
              )}
              {state.view === 'list' && (
                <Suspense fallback={null}>
                  <OwnColumnPicker
                    of="equipment"
                    ids={state.columns}
                    onChange={(chosen) => change({ columns: chosen }, { push: true })}
                  />
                </Suspense>
              )}
              <ExportButton
                lists={[
                  { list: 'equipment', question: withoutPaging(asked) },
                  { list: 'meterReadings', question: { equipment: withoutPaging(asked) } },
                ]}
              />
            </>
          }
        >
          <Suspense fallback={null}>
            <EquipmentFilters filter={filter} onChange={handleFilter} />
            <OwnFieldFilter
              of="equipment"
              fieldId={state.ownField}
              text={state.ownText}
              onChange={(narrowed) => {
                handleSelect([])
                change({ ...narrowed, page: 1 }, { push: true })
              }}
            />
          </Suspense>
          {state.import !== null && (
            <OfImport
              onEnd={() => {
                handleSelect([])
                change({ import: null, page: 1 }, { push: true })
              }}
            />
          )}
        </FilterBar>
      }
      panel={panel === undefined ? undefined : <Suspense fallback={null}>{panel}</Suspense>}
    >
      {state.view === 'list' && (isAll || selected.length > 0) && (
        <Suspense fallback={null}>
          <BulkStatus
            ids={selected}
            which={which}
            matching={data?.count ?? 0}
            isAll={isAll}
            onSelectAll={() => setIsAll(true)}
            onDone={() => handleSelect([])}
            onBegun={(id) => setBegun([...begun, id])}
          />
        </Suspense>
      )}
      {mayEdit && (
        <Suspense fallback={null}>
          <StatusBatches begun={begun} />
        </Suspense>
      )}
      {own.part}
      {state.view === 'tree' ? (
        <Suspense fallback={<LoadingState />}>
          <EquipmentTree
            by={state.by}
            onBy={(by) => change({ by }, { push: true })}
            which={which}
            currentId={state.id}
            linkTo={linkTo}
            empty={empty}
          />
        </Suspense>
      ) : (
        <EntityTable<EquipmentRow>
          label={t('titles:equipment')}
          columns={own.among(columns)}
          query={query}
          paging={paging}
          currentId={state.id}
          linkTo={linkTo}
          onOpen={(row) => change({ id: row.id, mode: 'show' }, { push: true })}
          {...(mayEdit
            ? {
                selection: {
                  ids: isAll ? (data?.rows ?? []).map(({ id }) => id) : selected,
                  change: handleSelect,
                  nameOf: (row: EquipmentRow) => row.name,
                },
              }
            : {})}
          empty={empty}
        />
      )}
    </Page>
  )
}

function NoEquipment() {
  const { t } = useTranslation('equipment')
  const mayImport = useMay('editor|import')
  return (
    <EmptyState
      title={t('emptyTitle')}
      hint={t('emptyHint')}
      action={mayImport && <Link to={pathTo('import')}>{t('importInstead')}</Link>}
    />
  )
}
