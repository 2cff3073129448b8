import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { useMay } from '#entities/session/useSession.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { Page } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { readAgain, useFreshRow } from '#ui/form/useFreshRow.ts'
import { draftOf, newProcedure } from './draft.ts'
import { ProcedureEditor } from './ProcedureEditor.tsx'

export function ProcedureEditorPage() {
  const { t } = useTranslation('procedures')
  const { procedureId } = useParams()
  const mayEdit = useMay('editor|procedures')
  const id = procedureId === undefined ? null : Number(procedureId)
  const query = procedureCalls.useGetProcedureQuery(
    { params: { id: id ?? 0 } },
    { ...readAgain, skip: id === null },
  )
  const { error, refetch } = query
  const data = useFreshRow(query)
  if (!mayEdit) return <NoRight />
  if (id === null) return <ProcedureEditor key="new" procedure={null} initial={newProcedure()} />
  if (data !== undefined)
    return <ProcedureEditor key={data.id} procedure={data} initial={draftOf(data)} />
  return (
    <Page title={t('editor.title')} kind="wide">
      {error === undefined ? (
        <LoadingState />
      ) : (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
