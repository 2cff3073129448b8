/**
 * The editor's pages: triggered events, and the five flows of the ticket version (spec section 2).
 */
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import { freshAction } from '#contract/automation/actions.ts'
import { freshFilter, type BlankFilter } from '#contract/automation/filters.ts'
import { automationCalls } from '#entities/automations/calls.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { useWorkDays } from '#entities/workingTime/useWorkDays.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { Page } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState, NoRight, NotThere } from '#ui/feedback/states.tsx'
import { zoneCalls } from '#entities/visits/calls.ts'
import { isTemplate, sentenceFromTemplate, sentenceFromZoneRule } from '../templates.ts'
import type { Flow } from './flows.ts'
import { newSentence, sentenceOf, type SentenceDraft } from './sentenceDraft.ts'
import { SentenceEditor } from './SentenceEditor.tsx'
import { draftKeyOf } from './useSentenceDraft.ts'
import { isApiFailure } from '#api/http.ts'
import { answerToShow } from '#ui/list/listQuery.ts'

export const NewEventPage = () => <NewSentence flow="event" />
export const NewTicketPage = () => <NewSentence flow="openTicket" />
export const NewAssigneePage = () => <NewSentence flow="assignTicket" />
export const NewTicketStatePage = () => <NewSentence flow="changeTicketState" />
export const NewCloseTicketsPage = () => <NewSentence flow="closeTickets" />
export const NewAvailabilityPage = () => <NewSentence flow="setAvailability" />

const idField = inAddress.id('procedure')
const newAddress = {
  procedureId: idField,
  questionId: inAddress.id('surveyQuestion'),
  template: inAddress.text(),
  zoneRuleId: inAddress.id('zoneRule'),
}

function NewSentence({ flow }: { flow: Flow }) {
  const { t } = useTranslation('automations')
  const { id } = useParams()
  const { pathname } = useLocation()
  const [asked] = useAddressState(newAddress)
  const access = useAccess()
  const procedureId = id === undefined ? asked.procedureId : idField.read(id)
  // Renders at once; a deleted or foreign procedure shows an error.
  const { error } = procedureCalls.useGetProcedureQuery(
    { params: { id: procedureId ?? 0 } },
    { skip: access !== null || procedureId === null },
  )
  const { workDays, isLoading } = useWorkDays()
  const ofZone = zoneCalls.useListZoneRulesQuery(
    { body: { limit: 1, ...(asked.zoneRuleId === null ? {} : { ruleId: asked.zoneRuleId }) } },
    { skip: access !== null || asked.zoneRuleId === null },
  )
  if (access !== null) return access
  if (isApiFailure(error) && error.status === 404) return <NotThere isPage />
  const { questionId, template, zoneRuleId } = asked
  const [zoneRule] = ofZone.data?.rows ?? []
  const version = flow === 'event' ? 'plain' : 'ticket'
  if ((isTemplate(template) && isLoading) || ofZone.isLoading)
    return (
      <Page title={t(`editor.new.${flow}`)} kind="read">
        <LoadingState />
      </Page>
    )
  return (
    <SentenceEditor
      key={`${pathname}:${procedureId}:${questionId}:${template}:${zoneRuleId}`}
      version={version}
      title={t(`editor.new.${flow}`)}
      initial={
        (zoneRule && sentenceFromZoneRule(zoneRule)) ??
        beginning(flow, procedureId, questionId, template, workDays)
      }
      automation={null}
      draftKey={`new/${flow}/${procedureId ?? 'any'}/${questionId ?? 'any'}/${zoneRuleId === null ? template || 'plain' : `zone-${zoneRuleId}`}`}
    />
  )
}

function beginning(
  flow: Flow,
  procedureId: number | null,
  questionId: number | null,
  template: string,
  workDays: readonly number[],
): SentenceDraft {
  if (isTemplate(template)) return sentenceFromTemplate(template, procedureId, workDays)
  const ofQuestion: BlankFilter[] =
    questionId === null ? [] : [{ ...freshFilter('answer'), questionId }]
  if (flow !== 'event') return newSentence(procedureId, ofQuestion, [freshAction(flow)])
  return newSentence(procedureId, questionId === null ? [freshFilter('score')] : ofQuestion, [
    freshAction('openTicket'),
  ])
}

export function EditSentencePage() {
  const { t } = useTranslation('automations')
  const automationId = Number(useParams()['id'])
  const { pathname } = useLocation()
  const access = useAccess()
  const query = automationCalls.useGetAutomationQuery(
    { params: { id: automationId } },
    { skip: access !== null },
  )
  const { error, refetch } = query
  const data = answerToShow(query)
  if (access !== null) return access
  if (data === undefined)
    return (
      <Page title={t('editor.editTitle')} kind="read">
        {error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <SentenceEditor
      key={data.id}
      version={pathname.includes('/triggered-events/') ? 'plain' : 'ticket'}
      title={t('editor.editTitle')}
      initial={sentenceOf(data)}
      automation={data}
      draftKey={draftKeyOf(data.id)}
    />
  )
}

/**
 * Null if the person may edit automations of the company in the address; otherwise the replacement
 * screen.
 */
function useAccess() {
  const { companyId } = useParams()
  const mayEdit = useMay('editor|automations')
  const own = useClaims()?.companyId
  if (!mayEdit) return <NoRight />
  return companyId !== undefined && Number(companyId) !== own ? <NotThere isPage /> : null
}
