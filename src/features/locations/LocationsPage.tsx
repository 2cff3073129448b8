import { Segmented } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isPlain, tableKeys, type SpecialKey, type TableKey } from '#contract/entityFields.ts'
import {
  locationFields as fields,
  type LocationFields,
} from '#contract/locations/locationFields.ts'
import type { LocationRow } from '#contract/locations/locations.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { pathTo } from '#lib/paths.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { plainColumn } from '#entities/fields/plainColumn.tsx'
import { useOwnColumns } from '#entities/metadata/useOwnColumns.tsx'
import { LocationTypePicker, OrgEntityPicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { OfImport } from '#ui/list/OfImport.tsx'
import { useListAddress, withoutPaging } from '#ui/list/listAddress.ts'
import { withExactCount } from '#ui/list/listQuery.ts'
import { Count } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { locationAddress } from './address.ts'
import { LocationPanel } from './LocationPanel.tsx'
import { LocationTree } from './LocationTree.tsx'
import { NewLocationPanel } from './NewLocationPanel.tsx'

const OwnFieldFilter = loadPartLater(() =>
  import('#entities/metadata/OwnFieldFilter.tsx').then((file) => ({
    default: file.OwnFieldFilter,
  })),
)

const OwnColumnPicker = loadPartLater(() =>
  import('#entities/metadata/OwnColumns.tsx').then((file) => ({ default: file.OwnColumnPicker })),
)

export function LocationsPage() {
  const { t } = useTranslation(['locations', 'titles', 'common'])
  const { state, change, paging, question, linkTo } = useListAddress(locationAddress, {
    hasNearest: true,
  })
  const isNarrowed =
    state.search !== '' ||
    state.import !== null ||
    state.ownField !== null ||
    state.placeType.length > 0 ||
    state.org.length > 0
  const isList = state.view === 'list' || isNarrowed
  const asked = {
    ...question,
    ...(state.import === null ? {} : { importId: state.import }),
    ...(state.ownField === null || state.ownText === ''
      ? {}
      : { ownField: { fieldId: state.ownField, text: state.ownText } }),
    ...(state.placeType.length + state.org.length === 0
      ? {}
      : {
          filter: {
            ...(state.placeType.length === 0 ? {} : { locationTypeIds: state.placeType }),
            ...(state.org.length === 0 ? {} : { orgEntityIds: state.org }),
          },
        }),
  }
  const own = useOwnColumns('location', state.columns)
  const quick = locationCalls.useListLocationsQuery({
    body: { ...asked, ...own.question, isCountBounded: true },
  })
  // Loads the exact count separately, because the rows must not wait for it.
  const exact = locationCalls.useListLocationsQuery(
    { body: { ...withoutPaging(asked), limit: 1 } },
    { skip: quick.data?.moreThanCount === undefined },
  )
  const query = withExactCount(quick, exact.currentData?.count)
  const { data } = query
  const mayEdit = useMay('editor|locations')
  const columns = useColumns()
  const handleClear = () =>
    change(
      { search: '', import: null, ownField: null, ownText: '', placeType: [], org: [], page: 1 },
      { push: true },
    )
  const handleOpen = (id: number) => change({ id, mode: 'show' }, { push: true })
  const panel =
    state.mode === 'new' && mayEdit ? (
      <NewLocationPanel
        inside={state.inside}
        onClose={() => change({ mode: 'show', inside: null }, { push: true })}
        onMade={(id) => change({ mode: 'show', inside: null, id })}
      />
    ) : state.id === null ? undefined : (
      <LocationPanel
        key={state.id}
        id={state.id}
        tab={state.tab}
        isEditing={state.mode === 'edit' && mayEdit}
        onTab={(tab) => change({ tab })}
        onMode={(mode) => change({ mode }, { push: mode === 'edit' })}
        onClose={() => change({ id: null, mode: 'show', tab: 'facts' }, { push: true })}
        onOpen={handleOpen}
        onAddInside={(inside) => change({ mode: 'new', inside }, { push: true })}
      />
    )
  return (
    <Page
      title={t('titles:locations')}
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
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('searchLabel')}
          onClear={isNarrowed ? handleClear : undefined}
          end={
            <>
              {isList && (
                <Suspense fallback={null}>
                  <OwnColumnPicker
                    of="location"
                    ids={state.columns}
                    onChange={(chosen) => change({ columns: chosen }, { push: true })}
                  />
                </Suspense>
              )}
              <ExportButton lists={[{ list: 'locations', question: withoutPaging(asked) }]} />
            </>
          }
        >
          <LocationTypePicker
            multiple
            label={t('common:type')}
            value={state.placeType}
            onChange={(placeType: number[]) => change({ placeType, page: 1 }, { push: true })}
          />
          <OrgEntityPicker
            multiple
            value={state.org}
            onChange={(org: number[]) => change({ org, page: 1 }, { push: true })}
          />
          <Suspense fallback={null}>
            <OwnFieldFilter
              of="location"
              fieldId={state.ownField}
              text={state.ownText}
              onChange={(narrowed) => change({ ...narrowed, page: 1 }, { push: true })}
            />
          </Suspense>
          {state.import !== null && (
            <OfImport onEnd={() => change({ import: null, page: 1 }, { push: true })} />
          )}
          <Segmented<'tree' | 'list'>
            aria-label={t('view')}
            value={isList ? 'list' : 'tree'}
            disabled={isNarrowed}
            onChange={(view) => change({ view }, { push: true })}
            options={[
              { value: 'tree' as const, label: t('viewTree') },
              { value: 'list' as const, label: t('viewList') },
            ]}
          />
        </FilterBar>
      }
      panel={panel}
    >
      {own.part}
      {isList ? (
        <EntityTable<LocationRow>
          label={t('titles:locations')}
          columns={own.among(columns)}
          query={query}
          paging={paging}
          currentId={state.id}
          linkTo={linkTo}
          onOpen={(row) => handleOpen(row.id)}
          empty={isNarrowed ? <NothingFound onClear={handleClear} /> : <NoLocations />}
        />
      ) : (
        <LocationTree currentId={state.id} onOpen={handleOpen} empty={<NoLocations />} />
      )}
    </Page>
  )
}

function useColumns(): Column<LocationRow>[] {
  const { t } = useTranslation(['locations', 'common', 'entities'])
  const special: Record<
    SpecialKey<LocationFields, TableKey<LocationFields>>,
    Column<LocationRow>
  > = {
    type: {
      key: 'type',
      title: t('common:type'),
      sortable: true,
      render: (row) => <bdi>{row.type.name}</bdi>,
    },
  }
  return [
    ...tableKeys(fields).map((key) =>
      isPlain(fields, key)
        ? plainColumn<LocationFields, LocationRow>(fields, key, t(`entities:field_${key}`))
        : special[key],
    ),
    {
      key: 'parent',
      title: t('entities:field_parent'),
      render: (row) => <bdi className="quiet">{row.parent?.name}</bdi>,
    },
    {
      key: 'equipment',
      title: t('equipmentCount'),
      align: 'end',
      phone: 'aside',
      render: (row) => (
        <Link to={pathTo('equipment', undefined, { place: row.id })}>
          <Count value={row.equipmentCount} />
        </Link>
      ),
    },
  ]
}

function NoLocations() {
  const { t } = useTranslation('locations')
  return <EmptyState title={t('emptyTitle')} hint={t('emptyHint')} />
}
