import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import type { Impossible } from './impossible.ts'

const SHOWN = 3

export function ImpossibleNote({ faults }: { faults: readonly Impossible[] }) {
  const { t } = useTranslation('notices')
  const format = useFormat()
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={
        <>
          {faults.slice(0, SHOWN).map(({ code, names }, index) => (
            <div key={index}>
              {t(`refused.${code}`, {
                said: format.list(names),
              })}
            </div>
          ))}
          <Remaining count={faults.length - SHOWN} />
        </>
      }
    />
  )
}
