import { CloudUploadOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sendNow } from '../../entities/unsent/keepSending.ts'
import { useUnsent } from '../../entities/unsent/useUnsent.ts'
import { useFormat } from '../../lib/format.tsx'
import { When } from '../../ui/marks.tsx'
import styles from './UnsentSign.module.css'
import shellStyles from './shell.module.css'

/** What was done and is not sent yet, as long as there is any. */
export function UnsentSign() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const { unsent } = useUnsent()
  const [isOpen, setIsOpen] = useState(false)
  if (unsent.length === 0) return null
  const list = (
    <div className={styles.list}>
      <p className="quiet">{t('unsent.hint')}</p>
      <ul>
        {unsent.map(({ clientKey, procedureName, placeName, submission, refused, address }) => (
          <li key={clientKey}>
            <span>
              <bdi>{procedureName}</bdi> · <bdi>{placeName}</bdi>
            </span>
            <span className="quiet">
              <When at={submission.doneAt} as="dateTime" />
            </span>
            {refused !== null && (
              <span className={styles.refused}>
                {t('unsent.refused')}{' '}
                <Link to={address} onClick={() => setIsOpen(false)}>
                  {t('unsent.look')}
                </Link>
              </span>
            )}
          </li>
        ))}
      </ul>
      {unsent.some(({ refused }) => refused === null) && (
        <Button size="small" onClick={sendNow}>
          {t('unsent.sendNow')}
        </Button>
      )}
    </div>
  )
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottom"
      content={list}
      title={t('unsent.title', { count: unsent.length })}
    >
      <button
        type="button"
        className={`${shellStyles.topButton} ${styles.sign ?? ''}`}
        aria-label={t('unsent.title', { count: unsent.length })}
        aria-expanded={isOpen}
      >
        <CloudUploadOutlined aria-hidden />
        <span className={`numbers ${styles.count ?? ''}`} aria-hidden="true">
          {format.number(unsent.length)}
        </span>
      </button>
    </Popover>
  )
}
