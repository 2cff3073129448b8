import { ExperimentOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { procedureLogCalls } from '#entities/procedureLogs/calls.ts'
import { hookCalls } from './calls.ts'
import styles from './hooks.module.css'

export function TestHook({
  hookId,
  onSent,
}: {
  hookId: number
  onSent: (deliveryId: number) => void
}) {
  const { t } = useTranslation('hooks')
  const { data } = procedureLogCalls.useListProcedureLogsQuery({
    body: { limit: 1, sort: '-doneAt' },
  })
  const [test, { isLoading }] = hookCalls.useTestApiHookMutation()
  const latest = data?.rows[0]
  const handleTest = async () => {
    const sent = await test({
      params: { id: hookId },
      body: { procedureLogId: latest?.id ?? 0 },
    })
    if (sent.data !== undefined) onSent(sent.data.id)
  }
  return (
    <div className={styles.hookTest}>
      <Button
        icon={<ExperimentOutlined aria-hidden />}
        disabled={latest === undefined}
        loading={isLoading}
        onClick={() => void handleTest()}
      >
        {t('testSend')}
      </Button>
      <span className="quiet" dir="auto">
        {latest === undefined
          ? t('testNeedsLog')
          : t('testHint', { procedure: latest.procedure.name })}
      </span>
    </div>
  )
}
