/** One noun's list with its panel; the same for all of them. */
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { pathTo } from '../../lib/paths.ts'
import { useMay } from '../../entities/session/useSession.ts'
import { inAddress } from '../../lib/addressState.ts'
import { EntityTable, type Column } from '../../ui/EntityTable.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { listAddress, useListAddress } from '../../ui/listAddress.ts'
import { Badge, ColourTag, Count } from '../../ui/marks.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, NothingFound, NotThere } from '../../ui/states.tsx'
import { NounPanel } from './NounPanel.tsx'
import { nouns, type Noun, type NounRow } from './nouns.ts'
import { DiscardedDoses, UsedAmount } from './Used.tsx'
import styles from './management.module.css'

const address = {
  ...listAddress(['name', 'usedBy'], 'name'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
  /** Which tab a number opens. */
  tab: inAddress.oneOf(['facts', 'used'], 'facts'),
}

export function NounPage() {
  const { noun: slug } = useParams()
  const noun = nouns.find((one) => one.slug === slug)
  return noun === undefined ? <NotThere /> : <NounList key={noun.key} noun={noun} />
}

/** Gateway types have an address among the devices too. */
export function GatewayTypesPage() {
  const noun = nouns.find(({ key }) => key === 'gatewayTypes')
  return noun === undefined ? <NotThere /> : <NounList noun={noun} />
}

function NounList({ noun }: { noun: Noun }) {
  const { t } = useTranslation(['management', 'titles', 'common'])
  const { state, change, paging, question, linkTo } = useListAddress(address)
  const query = noun.useList({ body: question })
  const { data, refetch } = query
  const mayEdit = useMay(noun.needs ?? 'editor|management')
  const columns = useColumns(noun)
  const current = data?.rows.find((row) => row.id === state.id)
  const close = () => change({ id: null, mode: 'show', tab: 'facts' }, { push: true })
  // What was used is for whoever may see the performances.
  const mayOpen = mayEdit || noun.key === 'inventoryItems'
  const panel =
    mayOpen && ((mayEdit && state.mode === 'new') || current !== undefined) ? (
      <NounPanel
        key={state.mode === 'new' ? 'new' : `${current?.id} ${state.tab}`}
        opensAt={state.tab}
        mayEdit={mayEdit}
        noun={noun}
        row={state.mode === 'new' ? undefined : current}
        fetchRows={async () => (await refetch()).data?.rows ?? []}
        onClose={close}
      />
    ) : undefined
  return (
    <Page
      title={t(noun.key)}
      back={{ to: pathTo('management'), label: t('titles:management') }}
      hint={data === undefined ? undefined : <Count value={data.count} />}
      actions={
        mayEdit && (
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => change({ mode: 'new', id: null }, { push: true })}
          >
            {t('addOne')}
          </Button>
        )
      }
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('searchLabel')}
        />
      }
      panel={panel}
    >
      <EntityTable<NounRow>
        label={t(noun.key)}
        columns={columns}
        query={query}
        paging={paging}
        currentId={state.id}
        {...(mayOpen
          ? {
              linkTo,
              onOpen: (row: NounRow) =>
                change({ id: row.id, mode: 'show', tab: 'facts' }, { push: true }),
            }
          : {})}
        empty={
          state.search === '' ? (
            <EmptyState title={t('emptyTitle')} hint={t(`${noun.key}Hint`)} />
          ) : (
            <NothingFound onClear={() => change({ search: '' })} />
          )
        }
      />
    </Page>
  )
}

function useColumns(noun: Noun): Column<NounRow>[] {
  const { t } = useTranslation(['management', 'common'])
  const usedColumns: Column<NounRow>[] = [
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
  const columns: Column<NounRow>[] = [
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
  if (noun.key === 'equipmentStatuses')
    columns.push({
      key: 'flag',
      title: t('usable'),
      render: (row) =>
        row.isUsable === true ? t('common:yes') : <span className="quiet">{t('notUsable')}</span>,
    })
  if (noun.key === 'procedureTypes')
    columns.push({
      key: 'flag',
      title: t('tracer'),
      render: (row) => (row.isTracer === true ? t('common:yes') : null),
    })
  if (noun.key === 'ticketTypes')
    columns.push({ key: 'states', title: t('field_states'), render: (row) => <States row={row} /> })
  if (noun.key === 'metadataFields' || noun.key === 'validationTypes')
    columns.push({
      key: 'dataType',
      title: t('field_dataType'),
      render: (row) => t(`choice_${String(row['dataType']) as 'text'}`),
    })
  if (noun.key === 'inventoryItems')
    columns.push(
      {
        key: 'category',
        title: t('field_category'),
        render: (row) => <bdi>{String(row['category'])}</bdi>,
      },
      ...usedColumns,
    )
  if (noun.key === 'apiHooks')
    columns.push({
      key: 'url',
      title: t('field_url'),
      roomy: true,
      render: (row) => <bdi dir="ltr">{String(row['url'])}</bdi>,
    })
  if (noun.key === 'apiHooks' || noun.key === 'assignRules')
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
    render: (row) => <UsedBy noun={noun} row={row} />,
  })
  return columns
}

function States({ row }: { row: NounRow }) {
  const states = Array.isArray(row['states'])
    ? (row['states'] as { name: string; colour: 'blue' }[])
    : [] // as the ticket type's call answers them
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

/** The number opens what it counts. */
function UsedBy({ noun, row }: { noun: Noun; row: NounRow }) {
  const { t } = useTranslation('management')
  const rules = row.namedBy > 0 && (
    <span className="quiet">{t('namedBy', { count: row.namedBy })}</span>
  )
  if (noun.filter === undefined)
    return row.usedBy === 0 && rules ? (
      rules
    ) : (
      <>
        {rules} <Badge value={row.usedBy} />
      </>
    )
  const to =
    noun.filter === 'placeType'
      ? pathTo('locations', undefined, { placeType: row.id })
      : pathTo('equipment', undefined, { [noun.filter]: row.id })
  return (
    <>
      {rules}{' '}
      <Link to={to}>
        <Count value={row.usedBy} />
      </Link>
    </>
  )
}
