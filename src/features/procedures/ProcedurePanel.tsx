import { EditOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { pathTo } from '#lib/paths.ts'
import { AutomationList } from '#entities/automations/AutomationList.tsx'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { LogList } from '#entities/procedureLogs/LogList.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { Badge, Count, When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { DeleteProcedure } from './DeleteProcedure.tsx'
import { RetireProcedure } from './RetireProcedure.tsx'
import { QuestionOverview } from './QuestionOverview.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

interface Props {
  procedureId: number
  tab: string
  onTab: (tab: string) => void
  onClose: () => void
}

export function ProcedurePanel({ procedureId, tab, onTab, onClose }: Props) {
  const { t } = useTranslation(['procedures', 'common'])
  const query = procedureCalls.useGetProcedureQuery({ params: { id: procedureId } })
  const { error, refetch } = query
  const procedure = answerToShow(query)
  if (procedure === undefined) {
    return (
      <DetailPanel title={t('common:details')} onClose={onClose}>
        {error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )}
      </DetailPanel>
    )
  }
  return (
    <DetailPanel
      over={<bdi>{procedure.type.name}</bdi>}
      title={<bdi>{procedure.name}</bdi>}
      under={!procedure.isActive && t('retired')}
      actions={<RowActions procedure={procedure} onDeleted={onClose} />}
      onClose={onClose}
      tab={tab}
      onTab={onTab}
      tabs={[
        {
          key: 'facts',
          label: t('tab.facts'),
          content: <ProcedureFactsList procedure={procedure} />,
        },
        {
          key: 'questions',
          label: (
            <>
              {t('tab.questions')} <Badge value={procedure.questions.length} />
            </>
          ),
          content: (
            <QuestionOverview
              questions={procedure.questions}
              procedureId={procedure.id}
              automations={procedure.triggeredEvents}
            />
          ),
        },
        {
          key: 'automations',
          label: (
            <>
              {t('tab.automations')} <Badge value={procedure.triggeredEvents.length} />
            </>
          ),
          content: (
            <>
              <AutomationList automations={procedure.triggeredEvents} procedureId={procedure.id} />
              <Centres procedureId={procedure.id} />
            </>
          ),
        },
        {
          key: 'logs',
          label: (
            <>
              {t('tab.logs')} <Badge value={procedure.logCount} />
            </>
          ),
          content: <LogList filter={{ procedureIds: [procedure.id] }} />,
        },
        {
          key: 'journal',
          label: t('tab.journal'),
          content: <Journal entity="procedure" entityId={procedure.id} />,
        },
      ]}
    />
  )
}

function Centres({ procedureId }: { procedureId: number }) {
  const { t } = useTranslation('titles')
  const mayEdit = useMay('editor|automations')
  if (!mayEdit) return null
  return (
    <p>
      <Link to={pathTo('procedureAutomations', { procedureId })}>{t('automationCenter')}</Link> ·{' '}
      <Link to={pathTo('procedureTicketCenter', { procedureId })}>{t('ticketCenter')}</Link>
    </p>
  )
}

function RowActions({
  procedure,
  onDeleted,
}: {
  procedure: ProcedureDetail
  onDeleted: () => void
}) {
  const { t } = useTranslation('procedures')
  const mayEdit = useMay('editor|procedures')
  const mayPerform = useMay('performer|procedures')
  return (
    <>
      {mayPerform && procedure.isActive && (
        <LinkButton
          type="primary"
          icon={<PlayCircleOutlined aria-hidden className="turns" />}
          to={pathTo('procedurePerform', { procedureId: procedure.id })}
        >
          {t('perform.start')}
        </LinkButton>
      )}
      {mayEdit && (
        <LinkButton
          icon={<EditOutlined aria-hidden />}
          to={pathTo('procedureEditor', { procedureId: procedure.id })}
        >
          {t('edit')}
        </LinkButton>
      )}
      {mayEdit && <RetireProcedure procedure={procedure} />}
      {mayEdit && <DeleteProcedure procedure={procedure} onDeleted={onDeleted} />}
    </>
  )
}

function ProcedureFactsList({ procedure }: { procedure: ProcedureDetail }) {
  const { t } = useTranslation('procedures')
  return (
    <>
      {procedure.description !== null && <p dir="auto">{procedure.description}</p>}
      <Facts
        rows={[
          {
            label: t('column.type'),
            value: (
              <>
                <bdi>{procedure.type.name}</bdi>
                {procedure.type.isTracer && ` · ${t('tracer')}`}
              </>
            ),
          },
          { label: t('column.target'), value: t(`target.${procedure.target}`) },
          { label: t('column.logs'), value: <Count value={procedure.logCount} /> },
          { label: t('column.lastDone'), value: <When at={procedure.lastDoneAt} /> },
          { label: t('column.updated'), value: <When at={procedure.updatedAt} /> },
        ]}
      />
    </>
  )
}
