import { InboxOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'

/** Retires or reactivates a procedure. A retired procedure cannot be performed; its logs stay. */
export function RetireProcedure({
  procedure: { id, version, isActive },
}: {
  procedure: ProcedureDetail
}) {
  const { t } = useTranslation('procedures')
  const [update, { isLoading }] = procedureCalls.useUpdateProcedureMutation()
  const handleClick = () => void update({ params: { id }, body: { version, isActive: !isActive } })
  return (
    <Button
      type="text"
      loading={isLoading}
      title={t(isActive ? 'retireHint' : 'takeUpHint')}
      onClick={handleClick}
      icon={
        isActive ? <InboxOutlined aria-hidden /> : <UndoOutlined aria-hidden className="turns" />
      }
    >
      {t(isActive ? 'retire' : 'takeUp')}
    </Button>
  )
}
