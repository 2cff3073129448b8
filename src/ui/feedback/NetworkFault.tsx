import { useTranslation } from 'react-i18next'
import { readNetworkFault } from '#contract/rules/networkFault.ts'

/** Why a connection failed, in the reader's language. The text of the system is a detail. */
export function NetworkFault({ said }: { said: string }) {
  const { t } = useTranslation('network')
  const { fault, detail } = readNetworkFault(said)
  return (
    <>
      {t(fault)}{' '}
      <bdi dir="ltr" className="quiet">
        {detail}
      </bdi>
    </>
  )
}
