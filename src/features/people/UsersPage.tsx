import { UserAddOutlined } from '@ant-design/icons'
import { Checkbox, Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import { userStates, type people } from '#contract/people/people.ts'
import { pathTo } from '#lib/paths.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { OrgEntityPicker, RolePicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityTable } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { useListAddress, withoutPaging } from '#ui/list/listAddress.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NoRight, NothingFound } from '#ui/feedback/states.tsx'
import { useUserColumns } from './useUserColumns.tsx'
import { UserForm } from './UserForm.tsx'
import { HandedLinkDialog } from './HandedLinkDialog.tsx'
import { UserPanel } from './UserPanel.tsx'
import { anyState, usersAddress, usersQuestion } from './usersAddress.ts'

type Row = Output<typeof people.listUsers>['rows'][number]

export function UsersPage() {
  return useMay('editor|users') ? <Users /> : <NoRight />
}

function Users() {
  const { t } = useTranslation(['people', 'titles'])
  const { state, change, paging, question, linkTo } = useListAddress(usersAddress)
  const asked = { ...question, ...usersQuestion(state) }
  const query = peopleCalls.useListUsersQuery({ body: asked })
  const { data } = query
  const isNarrowed =
    state.search !== '' ||
    state.role.length > 0 ||
    state.org.length > 0 ||
    state.norole ||
    state.state !== anyState
  const handleClear = () =>
    change(
      { search: '', role: [], org: [], norole: false, state: anyState, page: 1 },
      { push: true },
    )
  const handleInvite = () => change({ mode: 'new', id: null }, { push: true })
  const [handed, setHanded] = useState<string | null>(null)
  function handleMade(id: number, link: string | null): void {
    change({ mode: 'show', id, tab: 'facts' })
    setHanded(link)
  }
  const columns = useUserColumns(state.id !== null || state.mode === 'new')
  const invite = (
    <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={handleInvite}>
      {t('invite')}
    </Button>
  )
  const panel =
    state.mode === 'new' ? (
      <Invitation onClose={() => change({ mode: 'show' }, { push: true })} onMade={handleMade} />
    ) : (
      state.id !== null && (
        <UserPanel
          key={state.id}
          id={state.id}
          tab={state.tab}
          isEditing={state.mode === 'edit'}
          onTab={(tab) => change({ tab })}
          onMode={(mode) => change({ mode }, { push: mode === 'edit' })}
          onClose={() => change({ id: null, mode: 'show', tab: 'facts' }, { push: true })}
        />
      )
    )
  return (
    <Page
      title={t('titles:users')}
      back={{ to: pathTo('management'), label: t('titles:management') }}
      hint={data === undefined ? undefined : t('countOf', { count: data.count })}
      actions={invite}
      panel={panel}
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('searchLabel')}
          onClear={isNarrowed ? handleClear : undefined}
          end={<ExportButton lists={[{ list: 'people', question: withoutPaging(asked) }]} />}
        >
          <RolePicker
            multiple
            label={t('field.roles')}
            value={state.role}
            onChange={(role: number[]) => change({ role, page: 1 }, { push: true })}
          />
          <OrgEntityPicker
            multiple
            value={state.org}
            onChange={(org: number[]) => change({ org, page: 1 }, { push: true })}
          />
          <Checkbox
            checked={state.norole}
            onChange={({ target }) => change({ norole: target.checked, page: 1 }, { push: true })}
          >
            {t('onlyWithoutRole')}
          </Checkbox>
          <Segmented
            aria-label={t('states')}
            value={state.state}
            onChange={(next) => change({ state: next, page: 1 }, { push: true })}
            options={([anyState, ...userStates] as const).map((one) => ({
              value: one,
              label: t(`state.${one}`),
            }))}
          />
        </FilterBar>
      }
    >
      {handed !== null && (
        <HandedLinkDialog
          handed={{ kind: 'invitation', link: handed }}
          onClose={() => setHanded(null)}
        />
      )}
      <EntityTable<Row>
        label={t('titles:users')}
        columns={columns}
        query={query}
        paging={paging}
        currentId={state.id}
        linkTo={linkTo}
        onOpen={(row) => change({ id: row.id, mode: 'show' }, { push: true })}
        empty={
          isNarrowed ? (
            <NothingFound onClear={handleClear} />
          ) : (
            <EmptyState title={t('emptyTitle')} hint={t('emptyHint')} action={invite} />
          )
        }
      />
    </Page>
  )
}

function Invitation({
  onClose,
  onMade,
}: {
  onClose(): void
  onMade(id: number, link: string | null): void
}) {
  const { t } = useTranslation('people')
  return (
    <DetailPanel title={t('inviteTitle')} onClose={onClose}>
      <UserForm onMade={onMade} onCancel={onClose} />
    </DetailPanel>
  )
}
