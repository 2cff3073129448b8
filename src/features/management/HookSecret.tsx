/**
 * The server generates the new secret and returns it once. The old secret stops signing at once.
 */
import { KeyOutlined } from '@ant-design/icons'
import { Alert, Button, Popconfirm, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { hookSecretCalls } from './referenceLists.ts'
import styles from './management.module.css'

export function HookSecret({ id }: { id: number }) {
  const { t } = useTranslation(['management', 'common'])
  const [make, { data, isLoading }] = hookSecretCalls.useMakeApiHookSecretMutation()
  return (
    <section className={styles.hookSecret} aria-label={t('newSecret')}>
      <Popconfirm
        title={t('newSecretAsk')}
        okText={t('newSecret')}
        cancelText={t('common:cancel')}
        onConfirm={() => void make({ params: { id } })}
      >
        <Button icon={<KeyOutlined aria-hidden />} loading={isLoading}>
          {t('newSecret')}
        </Button>
      </Popconfirm>
      {data !== undefined && (
        <div ref={bringIntoView}>
          <Alert
            type="success"
            title={t('newSecretOnce')}
            description={
              <Typography.Text code copyable dir="ltr">
                {data.secret}
              </Typography.Text>
            }
          />
        </div>
      )}
    </section>
  )
}

/**
 * Scrolls to the secret below the button, where the footer would cover it. A stable function, so
 * that React calls this ref once per mount.
 */
const bringIntoView = (shown: HTMLElement | null): void =>
  shown?.scrollIntoView({ block: 'nearest' })
