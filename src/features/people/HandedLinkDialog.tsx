/**
 * Shows an invitation link once, for the administrator to pass on, if the server cannot send mail.
 */
import { Alert, Button, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog/Dialog.tsx'

export interface HandedLink {
  kind: 'invitation' | 'reset'
  link: string
}

export function HandedLinkDialog({ handed, onClose }: { handed: HandedLink; onClose(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const { kind, link } = handed
  return (
    <Dialog
      open
      title={t(`handedLink.title_${kind}`)}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('handedLink.noMail')} />
      <p>{t(`handedLink.hint_${kind}`)}</p>
      <Typography.Paragraph code copyable dir="ltr">
        {link}
      </Typography.Paragraph>
      <p className="quiet">{t('handedLink.once')}</p>
    </Dialog>
  )
}
