import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/auth/account.ts'
import { fetchBlob } from '#api/files.ts'
import { useDownload } from '#ui/list/useDownload.ts'
import styles from './account.module.css'

export function OwnData() {
  const { t } = useTranslation('account')
  const { isBusy, save } = useDownload()
  return (
    <div className={styles.ownData}>
      <p className="quiet">{t('ownDataHint')}</p>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        loading={isBusy}
        onClick={() => void save('my-data.json', () => fetchBlob(account.exportOwnData, {}))}
      >
        {t('ownDataSave')}
      </Button>
    </div>
  )
}
