import { skipToken } from '@reduxjs/toolkit/query'
import { LockOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import { pathTo } from '#lib/paths.ts'
import { peopleCalls } from '#entities/calls.ts'
import { areas, groupsOf } from '#entities/rights/areas.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { asId } from '#lib/ids.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { Count } from '#ui/page/marks.tsx'
import { MissingPanel } from '#ui/panel/MissingPanel.tsx'
import { isElsewhere, useNamedRow } from '#ui/panel/namedRow.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NoRight, NothingFound } from '#ui/feedback/states.tsx'
import { RolePanel } from './RolePanel.tsx'
import type { RoleRow } from './roleRow.ts'

const address = {
  ...listAddress(['name', 'usedBy'], 'name'),
  tab: inAddress.text('facts'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
}

export function RolesPage() {
  return useMay('editor|users') ? <Roles /> : <NoRight />
}

function Roles() {
  const { t } = useTranslation(['people', 'titles'])
  const { state, change, paging, question, linkTo } = useListAddress(address)
  const query = peopleCalls.useListRolesQuery({ body: question })
  const { data } = query
  const isNew = state.mode === 'new'
  const named = isNew ? null : state.id
  // A link may name a role on another page of the list.
  const alone = peopleCalls.useListRolesQuery(
    isElsewhere(named, query.data) ? { body: { ids: [asId('role', named)], limit: 1 } } : skipToken,
  )
  const { row: current, missing } = useNamedRow(named, query, alone)
  const close = () => change({ id: null, mode: 'show', tab: 'facts' }, { push: true })
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => change({ mode: 'new', id: null }, { push: true })}
    >
      {t('role.add')}
    </Button>
  )
  const panel =
    isNew || current !== undefined ? (
      <RolePanel
        key={current?.id ?? 'new'}
        row={current}
        tab={state.tab}
        onTab={(tab) => change({ tab })}
        onClose={close}
      />
    ) : (
      missing && <MissingPanel missing={missing} onClose={close} />
    )
  return (
    <Page
      title={t('titles:roles')}
      back={{ to: pathTo('management'), label: t('titles:management') }}
      hint={data === undefined ? undefined : <Count value={data.count} />}
      actions={add}
      panel={panel}
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('role.search')}
        />
      }
    >
      <EntityTable<RoleRow>
        label={t('titles:roles')}
        columns={useColumns()}
        query={query}
        paging={paging}
        currentId={state.id}
        linkTo={linkTo}
        onOpen={(row) => change({ id: row.id, mode: 'show' }, { push: true })}
        empty={
          state.search === '' ? (
            <EmptyState title={t('role.emptyTitle')} hint={t('role.emptyHint')} action={add} />
          ) : (
            <NothingFound onClear={() => change({ search: '' })} />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<RoleRow>[] {
  const { t } = useTranslation(['people', 'common'])
  return [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => (
        <>
          <bdi>{row.name}</bdi>
          {row.key === ADMINISTRATOR && (
            <>
              {' '}
              <LockOutlined className="quiet" aria-hidden />
            </>
          )}
        </>
      ),
    },
    {
      key: 'rights',
      title: t('role.rights'),
      render: (row) => (
        <span className="quiet">
          <RightsSummary role={row} />
        </span>
      ),
    },
    {
      key: 'usedBy',
      title: t('role.people'),
      sortable: true,
      align: 'end',
      phone: 'aside',
      render: (row) => (
        <Link to={pathTo('users', undefined, { role: row.id })}>
          <Count value={row.usedBy} />
        </Link>
      ),
    },
  ]
}

/** 'Work 3/4 · Insight 1/2': permissions granted per area. */
function RightsSummary({ role }: { role: RoleRow }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  if (role.key === ADMINISTRATOR) return t('role.all')
  const parts = areas.flatMap((area) => {
    const groups = groupsOf(area)
    const count = groups.filter((group) => role.permissions.includes(group)).length
    return count === 0
      ? []
      : [
          count === groups.length
            ? t(`area.${area}`)
            : t('role.ofArea', {
                area: t(`area.${area}`),
                given: format.number(count),
                total: format.number(groups.length),
              }),
        ]
  })
  return parts.length === 0 ? t('role.nothing') : parts.join(' · ')
}
