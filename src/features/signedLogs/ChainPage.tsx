import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainAnswer } from '#contract/signedLog/signedLogs.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { Page, Section } from '#ui/page/Page.tsx'
import { EmptyState, NoRight, PendingState } from '#ui/feedback/states.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { signedLogCalls } from './calls.ts'
import { ChainCheck } from './ChainCheck.tsx'
import styles from './signedLogs.module.css'

const { useGetSignedLogChainQuery, useRotateSigningKeyMutation } = signedLogCalls

export function ChainPage() {
  return useMay('viewer|security') ? <Chain /> : <NoRight />
}

function Chain() {
  const { t } = useTranslation(['signedLogs', 'titles'])
  const { data, error, refetch } = useGetSignedLogChainQuery()
  return (
    <Page
      title={t('titles:signedLogChain')}
      back={{ to: pathTo('management'), label: t('titles:management') }}
      actions={<LinkButton to={pathTo('signedLogVerify')}>{t('checkOther')}</LinkButton>}
    >
      {data === undefined ? (
        <PendingState failure={error} onRetry={() => void refetch()} />
      ) : data.links === 0 ? (
        <EmptyState title={t('chain.emptyTitle')} hint={t('chain.emptyHint')} />
      ) : (
        <div className={styles.chainPage}>
          <Facts chain={data} />
          <ChainCheck />
          <Keys keys={data.keys} address={data.keysUrl} />
        </div>
      )}
    </Page>
  )
}

function Facts({ chain }: { chain: ChainAnswer }) {
  const { t } = useTranslation('signedLogs')
  const format = useFormat()
  const facts: (readonly [string, ReactNode])[] = [
    [
      t('chain.records'),
      <div key="records">
        <strong className="numbers">{format.number(chain.links)}</strong>
        <div className="quiet">
          {t('chain.ofThem', { performances: format.number(chain.performances) })}
        </div>
      </div>,
    ],
    ...(chain.firstAt === null
      ? []
      : [[t('chain.first'), format.dateTime(chain.firstAt)] as const]),
    ...(chain.lastAt === null ? [] : [[t('chain.last'), format.dateTime(chain.lastAt)] as const]),
    [
      t('chain.name'),
      <bdi key="chain" dir="ltr">
        {chain.chain}
      </bdi>,
    ],
  ]
  return (
    <dl className={styles.signedLogFacts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.signedLogFact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Keys({ keys, address }: { keys: ChainAnswer['keys']; address: string }) {
  const { t } = useTranslation('signedLogs')
  const format = useFormat()
  const confirm = useConfirm()
  const [rotate, { isLoading }] = useRotateSigningKeyMutation()
  const mayRotate = useMay('editor|company')
  async function handleRotate(): Promise<void> {
    const isSure = await confirm({
      title: t('chain.rotate'),
      hint: t('chain.rotateHint'),
      okText: t('chain.rotate'),
      danger: true,
    })
    if (isSure) await rotate()
  }
  return (
    <Section title={t('chain.keysTitle')}>
      <p className="quiet">{t('chain.keysHint')}</p>
      <ul className={styles.chainKeys}>
        {keys.toReversed().map(({ id, activeFrom, retiredAt }) => (
          <li key={id}>
            <bdi dir="ltr" className="numbers">
              {id}
            </bdi>
            <span className="quiet">
              {retiredAt === null
                ? t('chain.signsSince', { when: format.dateTime(activeFrom) })
                : t('chain.signed', {
                    from: format.dateTime(activeFrom),
                    to: format.dateTime(retiredAt),
                  })}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.chainActions}>
        <Button href={address} target="_blank" rel="noreferrer">
          {t('chain.publicKeys')}
        </Button>
        {mayRotate && (
          <Button danger loading={isLoading} onClick={() => void handleRotate()}>
            {t('chain.rotate')}
          </Button>
        )}
      </div>
    </Section>
  )
}
