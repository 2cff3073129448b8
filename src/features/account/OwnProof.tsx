import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { askToConfirm } from '#entities/confirm/askToConfirm.ts'

/**
 * One company's provider opened this session, so the page asks for another proof before it shows
 * the user's own data.
 */
export function OwnProof({ text, onProved }: { text: string; onProved(): void }) {
  const { t } = useTranslation('account')
  async function handleProve(): Promise<void> {
    if (await askToConfirm()) onProved()
  }
  return (
    <>
      <p className="quiet">{text}</p>
      <Button onClick={() => void handleProve()}>{t('proveYourself')}</Button>
    </>
  )
}
