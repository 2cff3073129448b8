import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import type { IdentifierKey } from '#contract/equipment/identifierKeys.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Scanned } from '#contract/rules/scanned.ts'
import { search, type FoundByCode, type ScannedCode } from '#contract/search.ts'
import { injectContract } from '#api/api.ts'
import { DueHere, pageOf, type DueHereOf } from '#entities/dueHere/DueHere.tsx'
import { LabelTarget } from '#entities/labels/LabelTarget.tsx'
import { useFormat } from '#lib/format.tsx'
import type { Translate } from '#lib/i18n/translate.ts'
import { pathTo } from '#lib/paths.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { PutOn } from './PutOn.tsx'
import type { Fact } from './labelFacts.ts'
import styles from './scan.module.css'

const { useFindByCodesQuery } = injectContract(search)

/** Redirects to the entity's page unless work is due there or a procedure applies. */
const FoundThing = ({ thing }: { thing: DueHereOf }) => (
  <DueHere thing={thing} whenIdle={<Navigate to={pageOf(thing)} replace />} />
)

export function Found({ scanned }: { scanned: Scanned }) {
  const { t } = useTranslation('scan')
  if (scanned.is === 'thing') return <FoundThing thing={scanned} />
  if (scanned.is === 'label') return <LabelTarget code={scanned.code} />
  if (scanned.is === 'codes') return <ByCodes codes={scanned.codes} />
  return (
    <p role="alert" className={styles.refused}>
      {scanned.is === 'elsewhere' ? t('elsewhere', { host: scanned.host }) : t(scanned.is)}
    </p>
  )
}

function ByCodes({ codes }: { codes: readonly ScannedCode[] }) {
  const { t } = useTranslation('scan')
  const { list, calendarDay } = useFormat()
  const query = useFindByCodesQuery({ body: { codes: [...codes] } })
  const data = answerToShow(query)
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState rows={2} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  const [first, ...others] = data.rows
  const shown = list(codes.map(({ text }) => printable(text)))
  if (first === undefined)
    return (
      <>
        <div role="alert" className={styles.refused}>
          <p>{data.label === null ? t('noneOf', { code: shown }) : t('noneOfLabel')}</p>
          <LabelContent label={data.label} />
        </div>
        <PutOn facts={factsOf(data.label, codes, t)} />
      </>
    )
  if (others.length === 0 && isDueHereOf(first)) return <FoundThing thing={first} />
  return (
    <section className={styles.found}>
      <p>{others.length === 0 ? t('oneOf', { code: shown }) : t('severalOf', { code: shown })}</p>
      <ul>
        {data.rows.map((row) => (
          <li key={`${row.kind}-${row.id}`}>
            <Link to={addressOf(row)}>
              <bdi>{row.name}</bdi>
            </Link>{' '}
            {row.place !== null && <bdi className="quiet">{row.place}</bdi>}{' '}
            <span className="quiet">{t(`by_${row.by}`, { value: row.value })}</span>{' '}
            {row.expiresOn !== null && (
              <span className="quiet">{t('expires', { day: calendarDay(row.expiresOn) })}</span>
            )}
          </li>
        ))}
      </ul>
      {data.isCut && <p>{t('more')}</p>}
      <LabelContent label={data.label} />
    </section>
  )
}

const isDueHereOf = (row: FoundByCode): row is FoundByCode & DueHereOf => row.kind !== 'stock'
const addressOf = (row: FoundByCode): string =>
  isDueHereOf(row) ? pageOf(row) : pathTo('inventory', undefined, { id: row.id })

/** Removes separators of labels, which are control characters. */
const printable = (text: string): string =>
  text
    .replace(/^\][A-Za-z]\w/, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

type Label = Output<typeof search.findByCodes>['label']

const labelKeys = [
  'gtin',
  'catalogueNumber',
  'serial',
  'lot',
  'producedOn',
  'expiresOn',
] as const satisfies readonly (keyof NonNullable<Label>)[]

const fieldOf: Partial<Record<(typeof labelKeys)[number], IdentifierKey>> = {
  gtin: 'gtin',
  catalogueNumber: 'model',
  serial: 'serialNumber',
  lot: 'lot',
  producedOn: 'producedOn',
}

/** Facts for display: the parts of a manufacturer's label, or the text of another code. */
function factsOf(label: Label, codes: readonly ScannedCode[], t: Translate<'scan'>): Fact[] {
  if (label === null) return codes.map(({ text }) => ({ key: t('code'), value: printable(text) }))
  return labelKeys.flatMap((key) => {
    const value = label[key]
    const field = fieldOf[key]
    return value === undefined
      ? []
      : [{ key: t(`label_${key}`), value, ...(field !== undefined && { field }) }]
  })
}

function LabelContent({ label }: { label: Label }) {
  const { t } = useTranslation('scan')
  const { calendarDay } = useFormat()
  if (label === null) return null
  const shown = (key: (typeof labelKeys)[number], value: string) =>
    key === 'producedOn' || key === 'expiresOn' ? calendarDay(value) : value
  return (
    <dl className={styles.label} aria-label={t('label')}>
      {labelKeys.map((key) => {
        const value = label[key]
        return (
          value !== undefined && (
            <div key={key}>
              <dt>{t(`label_${key}`)}</dt>
              <dd>
                <bdi>{shown(key, value)}</bdi>
              </dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
