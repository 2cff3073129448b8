import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { loadPartLater } from '#lib/lateFiles.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { ColourTag, Count } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound, NotThere } from '#ui/feedback/states.tsx'
import { ReferenceItemPanel } from './ReferenceItemPanel.tsx'
import { referenceLists, type ReferenceList, type ReferenceItem } from './referenceLists.ts'
import { DiscardedDoses, UsedAmount } from './Used.tsx'
import styles from './management.module.css'

const IdentifierMoves = loadPartLater(() =>
  import('./IdentifierMoves.tsx').then((file) => ({ default: file.IdentifierMoves })),
)

const address = {
  ...listAddress(['name', 'usedBy'], 'name'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
  tab: inAddress.oneOf(['facts', 'uses', 'used'], 'facts'),
}

export function ReferenceListPage() {
  const { referenceList: slug } = useParams()
  const referenceList = referenceLists.find((one) => one.slug === slug)
  return referenceList === undefined ? (
    <NotThere isPage />
  ) : (
    <ReferenceItemTable key={referenceList.key} referenceList={referenceList} />
  )
}

export const GatewayTypesPage = () => <PageOf listKey="gatewayTypes" />
export const SensorTypesPage = () => <PageOf listKey="sensorTypes" />
export const FellowTypesPage = () => <PageOf listKey="fellowTypes" />

function PageOf({ listKey }: { listKey: ReferenceList['key'] }) {
  const referenceList = referenceLists.find(({ key }) => key === listKey)
  return referenceList === undefined ? (
    <NotThere isPage />
  ) : (
    <ReferenceItemTable referenceList={referenceList} />
  )
}

function ReferenceItemTable({ referenceList }: { referenceList: ReferenceList }) {
  const { t } = useTranslation(['management', 'titles', 'common'])
  const mayEdit = useMay(referenceList.needs ?? 'editor|management')
  const [isMoving, setIsMoving] = useState(false)
  // Users without edit rights may still open inventory items, to see what was used.
  const mayOpen = mayEdit || referenceList.key === 'inventoryItems'
  const list = useCollection({
    endpoint: referenceList.list,
    useRows: referenceList.useList,
    address,
    body: (question) => question,
    alone: (id) => ({ limit: 1, ids: [id], sort: 'name' as const }),
    mayOpen,
    mayAdd: mayEdit,
    opened: { tab: 'facts' },
  })
  const { state, change } = list
  const columns = useColumns(referenceList, (row) => {
    if (!mayEdit) return undefined
    const its = new URLSearchParams(list.table.linkTo?.(row))
    its.set('tab', 'uses')
    its.delete('mode')
    return `?${its.toString()}`
  })
  const panelOf = (row?: ReferenceItem) => (
    <ReferenceItemPanel
      key={row === undefined ? 'new' : `${row.id} ${state.tab}`}
      opensAt={state.tab}
      mayEdit={mayEdit}
      referenceList={referenceList}
      row={row}
      onClose={list.close}
    />
  )
  return (
    <Page
      title={t(referenceList.key)}
      back={{ to: pathTo('management'), label: t('titles:management') }}
      hint={list.count}
      actions={
        <>
          {referenceList.key === 'metadataFields' && mayEdit && (
            <Button onClick={() => setIsMoving(true)}>{t('identifierMoves.open')}</Button>
          )}
          {mayEdit && <AddButton onClick={list.add}>{t('addOne')}</AddButton>}
        </>
      }
      filters={<FilterBar {...list.filter} searchLabel={t('searchLabel')} />}
      panel={list.panel(panelOf, panelOf)}
    >
      {isMoving && <IdentifierMoves onClose={() => setIsMoving(false)} />}
      <EntityTable<ReferenceItem>
        {...list.table}
        label={t(referenceList.key)}
        columns={columns}
        empty={
          state.search === '' ? (
            <EmptyState title={t('emptyTitle')} hint={t(`${referenceList.key}Hint`)} />
          ) : (
            <NothingFound onClear={() => change({ search: '' })} />
          )
        }
      />
    </Page>
  )
}

function useColumns(
  referenceList: ReferenceList,
  usesOf: (row: ReferenceItem) => string | undefined,
): Column<ReferenceItem>[] {
  const { t } = useTranslation(['management', 'common'])
  const usedColumns: Column<ReferenceItem>[] = [
    {
      key: 'affectedAmount',
      title: t('affectedAmount'),
      align: 'end',
      render: (row) => <UsedAmount row={row} />,
    },
    {
      key: 'discardedDoses',
      title: t('discardedDoses'),
      align: 'end',
      roomy: true,
      phone: 'hidden',
      render: (row) => <DiscardedDoses row={row} />,
    },
  ]
  const columns: Column<ReferenceItem>[] = [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) =>
        row.colour === undefined ? (
          <bdi>{row.name}</bdi>
        ) : (
          <ColourTag colour={row.colour}>{row.name}</ColourTag>
        ),
    },
  ]
  if (referenceList.key === 'equipmentStatuses')
    columns.push({
      key: 'flag',
      title: t('usable'),
      render: (row) =>
        row.isUsable === true ? t('common:yes') : <span className="quiet">{t('notUsable')}</span>,
    })
  if (referenceList.key === 'procedureTypes')
    columns.push({
      key: 'flag',
      title: t('tracer'),
      render: (row) => (row.isTracer === true ? t('common:yes') : null),
    })
  if (referenceList.key === 'procedureTypes')
    columns.push({
      key: 'retention',
      title: t('retention'),
      render: (row) =>
        row['legalHold'] === true ? (
          <ColourTag soft colour="orange">
            {t('onHold')}
          </ColourTag>
        ) : typeof row['retentionDays'] === 'number' ? (
          t('keptDays', { count: row['retentionDays'] })
        ) : (
          <span className="quiet">{t('keptForEver')}</span>
        ),
    })
  if (referenceList.key === 'ticketTypes')
    columns.push({ key: 'states', title: t('field_states'), render: (row) => <States row={row} /> })
  if (referenceList.key === 'metadataFields' || referenceList.key === 'validationTypes')
    columns.push({
      key: 'dataType',
      title: t('field_dataType'),
      render: (row) => t(`choice_${String(row['dataType']) as 'text'}`),
    })
  if (referenceList.key === 'sensorTypes')
    columns.push(
      {
        key: 'metric',
        title: t('field_metric'),
        render: (row) => t(`choice_${String(row['metric']) as 'temperature'}`),
      },
      {
        key: 'everyMinutes',
        title: t('field_everyMinutes'),
        align: 'end',
        roomy: true,
        render: (row) => <Count value={Number(row['everyMinutes'])} />,
      },
    )
  if (referenceList.key === 'inventoryItems')
    columns.push(
      {
        key: 'category',
        title: t('field_category'),
        render: (row) => <bdi>{String(row['category'])}</bdi>,
      },
      ...usedColumns,
    )
  if (referenceList.key === 'apiHooks')
    columns.push({
      key: 'url',
      title: t('field_url'),
      roomy: true,
      render: (row) => <bdi dir="ltr">{String(row['url'])}</bdi>,
    })
  if (referenceList.key === 'apiHooks' || referenceList.key === 'assignRules')
    columns.push({
      key: 'isActive',
      title: t('field_isActive'),
      render: (row) =>
        row['isActive'] === true ? (
          t('common:yes')
        ) : (
          <span className="quiet">{t('common:no')}</span>
        ),
    })
  columns.push({
    key: 'usedBy',
    title: t('usedBy'),
    sortable: true,
    align: 'end',
    phone: 'aside',
    render: (row) => <UsedBy row={row} to={usesOf(row)} />,
  })
  return columns
}

function States({ row }: { row: ReferenceItem }) {
  const states = Array.isArray(row['states'])
    ? (row['states'] as { name: string; colour: 'blue' }[])
    : []
  return (
    <span className={styles.stateTags}>
      {states.map((state, place) => (
        <ColourTag key={place} colour={state.colour}>
          {state.name}
        </ColourTag>
      ))}
    </span>
  )
}

function UsedBy({ row, to }: { row: ReferenceItem; to: string | undefined }) {
  const count = row.usedBy + row.namedBy
  if (count === 0) return <span className="quiet">–</span>
  return to === undefined ? (
    <Count value={count} />
  ) : (
    <Link to={to}>
      <Count value={count} />
    </Link>
  )
}
