import { Button, Form, Input } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompanyDomain } from '#contract/company/companyDomains.ts'
import { isApiFailure } from '#api/http.ts'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Card, Section } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import {
  useAddCompanyDomainMutation,
  useCheckCompanyDomainMutation,
  useGetCompanyDomainsQuery,
  useRemoveCompanyDomainMutation,
} from './calls.ts'
import styles from './company.module.css'

export function DomainsSection() {
  const { t } = useTranslation('company')
  const query = useGetCompanyDomainsQuery()
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <Section title={t('domains.title')}>
      {data === undefined ? (
        error === undefined ? (
          <LoadingState rows={4} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Card>
          <h3>{t('domains.address')}</h3>
          <p className="quiet">{t('domains.addressHint')}</p>
          <Copied value={data.signInAddress} label={t('domains.address')} />
          <h3>{t('domains.list')}</h3>
          <p className="quiet">{t('domains.listHint')}</p>
          {data.rows.length > 0 && (
            <ul className={styles.domains}>
              {data.rows.map((row) => (
                <Domain key={row.id} row={row} />
              ))}
            </ul>
          )}
          <AddDomain />
        </Card>
      )}
    </Section>
  )
}

const colours = { waiting: 'orange', proved: 'green', lapsed: 'red' } as const

function Domain({ row }: { row: CompanyDomain }) {
  const { t } = useTranslation(['company', 'common'])
  const confirm = useConfirm()
  const [check, { isLoading: isChecking }] = useCheckCompanyDomainMutation()
  const [remove, { isLoading: isRemoving }] = useRemoveCompanyDomainMutation()
  const of = { params: { id: row.id } }
  const name = `\u2066${row.domain}\u2069`
  async function handleRemove(): Promise<void> {
    const isSure = await confirm({
      title: t('domains.removeTitle', { domain: name }),
      hint: t('domains.removeHint'),
      okText: t('common:remove'),
      danger: true,
    })
    if (isSure) await remove(of)
  }
  return (
    <li>
      <div className={styles.domainHead}>
        <strong>
          <bdi dir="ltr">{row.domain}</bdi>
        </strong>
        <ColourTag colour={colours[row.state]} soft>
          {t(`domains.state.${row.state}`)}
        </ColourTag>
        <span className={styles.domainActions}>
          <Button
            loading={isChecking}
            aria-label={t('domains.checkOf', { domain: name })}
            onClick={() => void check(of)}
          >
            {t('domains.check')}
          </Button>
          <Button
            type="text"
            danger
            loading={isRemoving}
            aria-label={t('domains.removeOf', { domain: name })}
            onClick={() => void handleRemove()}
          >
            {t('common:remove')}
          </Button>
        </span>
      </div>
      <Facts
        rows={[
          ...(row.provedAt === null
            ? []
            : [{ label: t('domains.provedAt'), value: <When at={row.provedAt} as="date" /> }]),
          ...(row.lapsedAt === null
            ? []
            : [{ label: t('domains.lapsedAt'), value: <When at={row.lapsedAt} as="date" /> }]),
          { label: t('domains.checkedAt'), value: <When at={row.lastCheckedAt} /> },
        ]}
      />
      {row.lastFault !== null && <p role="status">{t(`domains.fault.${row.lastFault}`)}</p>}
      {row.state !== 'proved' && (
        <>
          <p className="quiet">{t('domains.recordHint')}</p>
          <Copied value={row.recordName} label={t('domains.recordName')} isLabelShown />
          <Copied value={row.recordValue} label={t('domains.recordValue')} isLabelShown />
        </>
      )}
    </li>
  )
}

const refusals = {
  notADomain: 'domains.notADomain',
  alreadyThere: 'domains.alreadyThere',
  tooManyDomains: 'domains.tooMany',
} as const
const isKnown = (code: string | undefined): code is keyof typeof refusals =>
  code !== undefined && Object.hasOwn(refusals, code)

function AddDomain() {
  const { t } = useTranslation(['company', 'common'])
  const id = useId()
  const [domain, setDomain] = useState('')
  const [add, { isLoading, error }] = useAddCompanyDomainMutation()
  const code = isApiFailure(error) ? error.errors[0]?.code : undefined
  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (domain.trim() === '') return
    const answer = await add({ body: { domain: domain.trim() } })
    if (answer.error === undefined) setDomain('')
  }
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Form.Item
        label={t('domains.new')}
        htmlFor={id}
        layout="vertical"
        {...(isKnown(code) ? { validateStatus: 'error' as const, help: t(refusals[code]) } : {})}
      >
        <div className={styles.copied}>
          <Input
            id={id}
            dir="ltr"
            value={domain}
            autoComplete="off"
            inputMode="url"
            maxLength={253}
            onChange={(event) => setDomain(event.target.value)}
          />
          <Button htmlType="submit" loading={isLoading}>
            {t('common:add')}
          </Button>
        </div>
      </Form.Item>
    </form>
  )
}

function Copied({
  value,
  label,
  isLabelShown = false,
}: {
  value: string
  label: string
  isLabelShown?: boolean
}) {
  const { t } = useTranslation('common')
  const [isCopied, setIsCopied] = useState(false)
  async function handleCopy(): Promise<void> {
    // Without https there is no clipboard: the value stays selected for manual copying.
    await navigator.clipboard?.writeText(value)
    setIsCopied(navigator.clipboard !== undefined)
  }
  return (
    <div className={styles.copied}>
      {isLabelShown && (
        <span className="quiet" aria-hidden>
          {label}
        </span>
      )}
      <Input
        readOnly
        dir="ltr"
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <Button aria-label={`${t('copy')}: ${label}`} onClick={() => void handleCopy()}>
        {isCopied ? t('copied') : t('copy')}
      </Button>
    </div>
  )
}
