/**
 * Another user did the same procedure on the same equipment at the same time, usually offline. Both
 * logs are stored; this compares their answers.
 */
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import type { ProcedureLogDetail } from '#contract/procedures/procedureLogs.ts'
import { compareAnswers, type ComparedAnswer } from '#contract/rules/compareAnswers.ts'
import { procedureLogCalls } from '#entities/procedureLogs/calls.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import { PersonName, When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { AnswerView } from './AnswerView.tsx'
import styles from './procedureLogs.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

const address = { compare: inAddress.id('procedureLog') }

export function Meanwhile({ log }: { log: ProcedureLogDetail }) {
  const { t } = useTranslation('procedureLogs')
  const [{ compare }, setAddress] = useAddressState(address)
  if (log.meanwhile.length === 0) return null
  return (
    <>
      {log.meanwhile.map((other) => (
        <Alert
          key={other.id}
          type="warning"
          showIcon
          title={
            <span className={styles.logBy}>
              {t('meanwhile', { name: other.doneBy.name })} <When at={other.doneAt} as="dateTime" />
            </span>
          }
          action={
            <Button size="small" onClick={() => setAddress({ compare: other.id })}>
              {t('compare')}
            </Button>
          }
        />
      ))}
      {log.meanwhile.some(({ id }) => id === compare) && compare !== null && (
        <Comparison log={log} otherId={compare} onClose={() => setAddress({ compare: null })} />
      )}
    </>
  )
}

function Comparison({
  log,
  otherId,
  onClose,
}: {
  log: ProcedureLogDetail
  otherId: number
  onClose(): void
}) {
  const { t } = useTranslation('procedureLogs')
  const query = procedureLogCalls.useGetProcedureLogQuery({ params: { id: otherId } })
  const { error, refetch } = query
  const other = answerToShow(query)
  return (
    <Dialog open title={t('compare')} footer={null} width={860} onCancel={onClose}>
      {other === undefined ? (
        error === undefined ? (
          <LoadingState rows={4} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ScrollRegion className="table-scroll" label={t('compare')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('question')}</th>
                {[log, other].map((one) => (
                  <th key={one.id} scope="col">
                    <PersonName person={one.doneBy} /> <When at={one.doneAt} as="dateTime" />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {compareAnswers(log, other).map((row) => (
                <ComparedRow key={row.question.id} row={row} log={log} other={other} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Dialog>
  )
}

function ComparedRow({
  row: { question, mine, theirs, isSame },
  log,
  other,
}: {
  row: ComparedAnswer
  log: ProcedureLogDetail
  other: ProcedureLogDetail
}) {
  const { t } = useTranslation('procedureLogs')
  // Questions by id, because a title or choice may have changed between the two logs.
  const asked = (of: ProcedureLogDetail) =>
    of.questions.find(({ id }) => id === question.id) ?? question
  const view = (of: ProcedureLogDetail, answer: GivenAnswer | undefined) => (
    <AnswerView question={asked(of)} answer={answer} log={of} />
  )
  return (
    <tr data-differs={!isSame} className={styles.compared}>
      <th scope="row" dir="auto">
        {question.title}
        {!isSame && <span className={styles.differs}>{t('differs')}</span>}
      </th>
      <td>{view(log, mine)}</td>
      <td>{view(other, theirs)}</td>
    </tr>
  )
}
