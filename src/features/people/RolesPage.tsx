import { LockOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { people } from '#contract/people/people.ts'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import { pathTo } from '#lib/paths.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { areas, groupsOf } from '#entities/rights/areas.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { Count } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NoRight, NothingFound } from '#ui/feedback/states.tsx'
import { RolePanel } from './RolePanel.tsx'
import type { RoleRow } from './roleRow.ts'

const address = {
  ...listAddress(['name', 'usedBy'], 'name', 'role'),
  tab: inAddress.text('facts'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
}

export function RolesPage() {
  return useMay('editor|users') ? <Roles /> : <NoRight />
}

function Roles() {
  const { t } = useTranslation(['people', 'titles'])
  const list = useCollection({
    endpoint: people.listRoles,
    useRows: peopleCalls.useListRolesQuery,
    address,
    body: (question) => question,
    alone: (id) => ({ ids: [id], limit: 1 }),
  })
  const { state, change } = list
  const add = <AddButton onClick={list.add}>{t('role.add')}</AddButton>
  const panelOf = (row?: RoleRow) => (
    <RolePanel
      key={row?.id ?? 'new'}
      row={row}
      tab={state.tab}
      onTab={(tab) => change({ tab })}
      onClose={list.close}
    />
  )
  return (
    <Page
      title={t('titles:roles')}
      back={{ to: pathTo('management'), label: t('titles:management') }}
      hint={list.count}
      actions={add}
      panel={list.panel(panelOf, panelOf)}
      filters={<FilterBar {...list.filter} searchLabel={t('role.search')} />}
    >
      <EntityTable<RoleRow>
        {...list.table}
        label={t('titles:roles')}
        columns={useColumns()}
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
