/**
 * Verifies an exported record in the browser, without an upload, and looks up the hash of a printed
 * seal.
 */
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import { NoAttachment, NotARecord, readExported, readKeys } from '#contract/signedLog/read.ts'
import type { Bundle, PublicKey } from '#contract/signedLog/record.ts'
import { signedLogs } from '#contract/signedLog/signedLogs.ts'
import { offsetTextAt } from '#contract/rules/zoneText.ts'
import { callEndpoint } from '#api/callEndpoint.ts'
import { isApiFailure } from '#api/http.ts'
import { useAddressQuery } from '#lib/addressState.ts'
import { formatFor } from '#lib/format.tsx'
import { attachmentsOfPdf } from '#lib/openPdf.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { checkBundleInBrowser, type Checked } from './check.ts'
import { Sheet, SheetNote } from './Sheet.tsx'
import { SignedDocument } from './SignedDocument.tsx'
import { Verdict } from './Verdict.tsx'
import styles from './signedLogs.module.css'

type Outcome =
  | { is: 'notARecord' | 'noAttachment' | 'notKeys' }
  | { is: 'checked'; bundle: Bundle; checked: Checked }

export function VerifyPage() {
  const { t } = useTranslation('signedLogs')
  const seal = useAddressQuery().get('seal')
  const [record, setRecord] = useState<File | null>(null)
  const [keys, setKeys] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    let left = false
    setOutcome(null)
    if (record === null) return
    void outcomeOf(record, keys).then((next) => {
      if (!left) setOutcome(next)
    })
    return () => {
      left = true
    }
  }, [record, keys])
  return (
    <Sheet>
      <h1>{t('verify.title')}</h1>
      {seal !== null && <PrintedSeal hash={seal} />}
      <p className="quiet">{t('verify.hint')}</p>
      <FileField label={t('verify.choose')} accept=".json,.pdf" onChoose={setRecord} />
      <FileField label={t('verify.keys')} accept=".json" onChoose={setKeys} />
      {outcome !== null &&
        (outcome.is === 'checked' ? (
          <Result {...outcome} hasOwnKeys={keys === null} />
        ) : (
          <SheetNote isBad>{t(`verify.${outcome.is}`)}</SheetNote>
        ))}
    </Sheet>
  )
}

function FileField({
  label,
  accept,
  onChoose,
}: {
  label: string
  accept: string
  onChoose: (file: File | null) => void
}) {
  const id = useId()
  return (
    <p className={styles.signedLogField}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </p>
  )
}

async function outcomeOf(record: File, keys: File | null): Promise<Outcome> {
  let bundle: Bundle
  try {
    bundle = await readExported(new Uint8Array(await record.arrayBuffer()), attachmentsOfPdf)
  } catch (error) {
    if (error instanceof NoAttachment) return { is: 'noAttachment' }
    if (error instanceof NotARecord) return { is: 'notARecord' }
    throw error
  }
  let trusted: PublicKey[] | undefined
  try {
    trusted = keys === null ? undefined : readKeys(JSON.parse(await keys.text()))
  } catch {
    return { is: 'notKeys' }
  }
  return { is: 'checked', bundle, checked: await checkBundleInBrowser(bundle, trusted) }
}

function Result({
  bundle,
  checked,
  hasOwnKeys,
}: {
  bundle: Bundle
  checked: Checked
  hasOwnKeys: boolean
}) {
  const { t } = useTranslation('signedLogs')
  // A file has no time zone, so the browser's applies.
  const format = formatFor(currentLanguage(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const original = bundle.entries.find(({ record }) => record !== null)
  const isWhole = checked.faults.length === 0
  return (
    <SignedDocument
      // A record that fails the check is not shown as genuine.
      entries={isWhole ? bundle.entries : []}
      head={bundle.head}
      format={format}
      isBrowserZone
      verdict={
        <>
          <Verdict
            faults={checked.faults}
            since={original === undefined ? '' : format.dateTime(original.sealedAt)}
            removedAt={null}
            isAble={checked.isAble}
          />
          <p className="quiet">{t(hasOwnKeys ? 'verify.ownKeys' : 'verify.givenKeys')}</p>
        </>
      }
    />
  )
}

type Seal = Output<typeof signedLogs.getSeal>

function PrintedSeal({ hash }: { hash: string }) {
  const { t } = useTranslation('signedLogs')
  const [found, setFound] = useState<Seal | 'unknown' | 'failed' | null>(null)
  useEffect(() => {
    let left = false
    callEndpoint(signedLogs.getSeal, { params: { hash } }).then(
      (seal) => {
        if (!left) setFound(seal)
      },
      (error: unknown) => {
        const isUnknown = isApiFailure(error) && (error.status === 404 || error.status === 400)
        if (!left) setFound(isUnknown ? 'unknown' : 'failed')
      },
    )
    return () => {
      left = true
    }
  }, [hash])
  if (found === null) return <SheetNote>{t('loading')}</SheetNote>
  if (found === 'unknown') return <SheetNote isBad>{t('verify.sealUnknown')}</SheetNote>
  if (found === 'failed') return <SheetNote isBad>{t('failed')}</SheetNote>
  const format = formatFor(currentLanguage(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <section className={styles.signedLogVerdict} data-good role="status">
      <strong>
        {t('verify.sealKnown', {
          sequence: format.number(found.entry.sequence),
          when: `${format.dateTime(found.entry.sealedAt)} (${offsetTextAt(format.timeZone, Date.parse(found.entry.sealedAt))})`,
        })}
      </strong>
      <code dir="ltr">{found.entry.hash}</code>
      <span>{t('verify.sealHint')}</span>
    </section>
  )
}
