import { ImportOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Colour } from '#contract/colours.ts'
import type { OrgBranch, OrgEntityKind } from '#contract/orgEntities/orgEntities.ts'
import { orgEntityCalls } from '#entities/calls/orgEntities.ts'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { inAddress } from '#lib/addressState.ts'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ColourTag, Count, Remaining } from '#ui/page/marks.tsx'
import { MissingPanel } from '#ui/panel/MissingPanel.tsx'
import { missingOf } from '#ui/panel/namedRow.ts'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound, PendingState } from '#ui/feedback/states.tsx'
import { isFound } from '#contract/rules/fold.ts'
import { ReferenceItemPanel } from './ReferenceItemPanel.tsx'
import { referenceLists } from './referenceLists.ts'
import styles from './organisation.module.css'

const address = {
  ...listAddress(['name'], 'name', 'orgEntity'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
}
const colours: Record<OrgEntityKind, Colour> = {
  department: 'blue',
  costCentre: 'purple',
  contractor: 'orange',
}
const orgList = referenceLists.find(({ key }) => key === 'orgEntities')

function found(rows: readonly OrgBranch[], search: string): readonly OrgBranch[] {
  if (search.trim() === '') return rows
  const hits = rows.filter(({ name, code }) => isFound(`${name} ${code}`, search))
  const shown = new Set(hits.flatMap(({ id, path }) => [id, ...path.map((above) => above.id)]))
  return rows.filter(({ id }) => shown.has(id))
}

export function OrgEntitiesPage() {
  const { t } = useTranslation(['management', 'titles', 'common'])
  const mayEdit = useMay('editor|management')
  const { state, change, linkTo } = useListAddress(address)
  const query = orgEntityCalls.useGetOrgEntitiesQuery()
  const data = answerToShow(query)
  const rows = found(data?.rows ?? [], state.search)
  const current = data?.rows.find(({ id }) => id === state.id)
  const mayImport = useMay('editor|import')
  const add = mayEdit && (
    <>
      {mayImport && (
        <LinkButton icon={<ImportOutlined aria-hidden />} to={pathTo('import')}>
          {t('titles:import')}
        </LinkButton>
      )}
      <AddButton onClick={() => change({ mode: 'new', id: null }, { push: true })}>
        {t('addOne')}
      </AddButton>
    </>
  )
  const isNew = state.mode === 'new'
  const close = () => change({ id: null, mode: 'show' }, { push: true })
  const isMissing = state.id !== null && data !== undefined && current === undefined
  const panel =
    mayEdit && orgList !== undefined && (isNew || current !== undefined) ? (
      <ReferenceItemPanel
        key={isNew ? 'new' : current?.id}
        referenceList={orgList}
        row={isNew ? undefined : current}
        onClose={close}
      />
    ) : (
      mayEdit && isMissing && <MissingPanel missing={missingOf(query)} onClose={close} />
    )
  return (
    <Page
      title={t('titles:orgEntities')}
      back={{ to: pathTo('locations'), label: t('titles:locations') }}
      hint={data === undefined ? undefined : <Count value={data.count} />}
      actions={add}
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search })}
          searchLabel={t('orgSearch')}
        />
      }
      panel={panel}
    >
      {data === undefined && (
        <PendingState failure={query.error} onRetry={() => void query.refetch()} />
      )}
      {data !== undefined &&
        rows.length === 0 &&
        (state.search === '' ? (
          <EmptyState title={t('orgEmptyTitle')} hint={t('orgEmptyHint')} action={add} />
        ) : (
          <NothingFound onClear={() => change({ search: '' })} />
        ))}
      {rows.length > 0 && (
        <ul className={styles.tree} aria-label={t('titles:orgEntities')}>
          {rows.map((row) => (
            <Line
              key={row.id}
              row={row}
              isCurrent={row.id === state.id}
              to={mayEdit ? linkTo(row) : null}
            />
          ))}
        </ul>
      )}
      {data !== undefined && <Remaining count={data.count - data.rows.length} />}
    </Page>
  )
}

function Line({ row, isCurrent, to }: { row: OrgBranch; isCurrent: boolean; to: string | null }) {
  const { t } = useTranslation('management')
  const keepsPeople = useMay('editor|users')
  const { owns } = row
  const org = { org: row.id }
  const owned = [
    owns.equipment > 0 && {
      text: t('orgEquipment', { count: owns.equipment }),
      to: pathTo('equipment', undefined, org),
    },
    owns.locations > 0 && {
      text: t('orgLocations', { count: owns.locations }),
      to: pathTo('locations', undefined, org),
    },
    owns.users > 0 && {
      text: t('orgUsers', { count: owns.users }),
      to: keepsPeople ? pathTo('users', undefined, org) : undefined,
    },
    owns.tickets > 0 && {
      text: t('orgTickets', { count: owns.tickets }),
      to: pathTo('tickets', undefined, org),
    },
  ].filter((one) => one !== false)
  return (
    <li
      className={styles.line}
      data-current={isCurrent}
      style={{ paddingInlineStart: 12 + 22 * row.path.length }}
    >
      <span className={styles.words}>
        <span className={styles.name}>
          {to === null ? (
            <bdi>{row.name}</bdi>
          ) : (
            <Link to={to} aria-current={isCurrent ? 'true' : undefined}>
              <bdi>{row.name}</bdi>
            </Link>
          )}
          <bdi className="quiet numbers">{row.code}</bdi>
        </span>
        <span className="quiet">
          {row.responsible.length === 0 ? (
            t('orgNoResponsible')
          ) : (
            <bdi>{row.responsible.map(({ name }) => name).join(', ')}</bdi>
          )}
          {owned.map(({ text, to: list }) => (
            <span key={text}>
              {' · '}
              {list === undefined ? text : <Link to={list}>{text}</Link>}
            </span>
          ))}
        </span>
      </span>
      <ColourTag colour={colours[row.kind]} soft>
        {t(`choice_${row.kind}`)}
      </ColourTag>
    </li>
  )
}
