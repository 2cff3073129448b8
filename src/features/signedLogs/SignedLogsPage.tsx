import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ProcedureLogRow } from '#contract/procedures/procedureLogs.ts'
import { procedureLogCalls } from '#entities/procedureLogs/calls.ts'
import { useLogColumns } from '#entities/procedureLogs/useLogColumns.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { EntityTable } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'

const shape = listAddress(['doneAt', 'score', 'procedure'], '-doneAt', 'procedureLog')

export function SignedLogsPage() {
  const { t } = useTranslation(['signedLogs', 'titles'])
  const navigate = useNavigate()
  const { state, change, paging, question } = useListAddress(shape)
  const query = procedureLogCalls.useListProcedureLogsQuery({
    body: { ...question, isSigned: true },
  })
  const columns = useLogColumns(['procedure', 'place', 'score', 'doneBy', 'doneAt'])
  const mayCheckChain = useMay('viewer|security')
  const handleClear = () => change({ search: '', page: 1 })
  const linkTo = (row: ProcedureLogRow) => pathTo('signedLog', { procedureLogId: row.id })
  return (
    <Page
      title={t('titles:signedLogs')}
      actions={
        <>
          {mayCheckChain && (
            <LinkButton to={pathTo('signedLogChain')}>{t('titles:signedLogChain')}</LinkButton>
          )}
          <LinkButton to={pathTo('signedLogVerify')}>{t('titles:signedLogVerify')}</LinkButton>
        </>
      }
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('list.search')}
          onClear={state.search === '' ? undefined : handleClear}
        />
      }
    >
      <EntityTable<ProcedureLogRow>
        label={t('titles:signedLogs')}
        columns={columns}
        query={query}
        paging={paging}
        linkTo={linkTo}
        onOpen={(row) => void navigate(linkTo(row))}
        empty={
          state.search === '' ? (
            <EmptyState title={t('list.emptyTitle')} hint={t('list.emptyHint')} />
          ) : (
            <NothingFound onClear={handleClear} />
          )
        }
      />
    </Page>
  )
}
