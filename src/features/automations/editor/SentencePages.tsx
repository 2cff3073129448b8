import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { automationCalls } from '../../../entities/automations/calls.ts'
import { useClaims, useMay } from '../../../entities/session/useSession.ts'
import { Page } from '../../../ui/Page.tsx'
import { ErrorState, LoadingState, NoRight, NotThere } from '../../../ui/states.tsx'
import { fromTemplate, isTemplate } from '../templates.ts'
import { newSentence, sentenceOf } from './sentenceDraft.ts'
import { SentenceEditor } from './SentenceEditor.tsx'

/** `/company/1/triggered-events/create?procedureId=7&template=lowScore` */
export function NewSentencePage() {
  return <NewSentence version="plain" />
}

/** `/company/1/create-ticket` and, for a procedure, `/company/1/create-ticket/7`: the ticket version of the editor. */
export function NewTicketSentencePage() {
  return <NewSentence version="ticket" />
}

function NewSentence({ version }: { version: 'plain' | 'ticket' }) {
  const { id } = useParams()
  const [search] = useSearchParams()
  const access = useAccess()
  const named = id ?? search.get('procedureId')
  const procedureId = named !== null && /^[1-9]\d{0,9}$/.test(named) ? Number(named) : null
  const template = search.get('template')
  if (access !== null) return access
  const initial = isTemplate(template) ? fromTemplate(template, procedureId) : newSentence(procedureId)
  return <SentenceEditor key={`${version}:${procedureId}:${template}`} version={version} initial={initial} automation={null} draftKey={`new/${procedureId ?? 'any'}/${template ?? 'plain'}`} />
}

/** `/company/1/triggered-events/edit/4` and `/company/1/create-ticket/edit/4`. */
export function EditSentencePage() {
  const { t } = useTranslation('automations')
  const automationId = Number(useParams()['id'])
  const access = useAccess()
  const { data, error, refetch } = automationCalls.useGetAutomationQuery({ params: { id: automationId } }, { skip: access !== null })
  if (access !== null) return access
  if (data === undefined) return <Page title={t('editor.editTitle')} kind="read">{error === undefined ? <LoadingState /> : <ErrorState failure={error} onRetry={() => void refetch()} />}</Page>
  return <SentenceEditor key={data.id} version="plain" initial={sentenceOf(data)} automation={data} draftKey={`automation/${data.id}`} />
}

/** The right to edit automations, in the company that the address names; otherwise what to show instead. */
function useAccess() {
  const { companyId } = useParams()
  const mayEdit = useMay('editor|automations')
  const own = useClaims()?.companyId
  if (!mayEdit) return <NoRight />
  return companyId !== undefined && Number(companyId) !== own ? <NotThere /> : null
}
