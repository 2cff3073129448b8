/**
 * A signed log as a document. Anyone can open its short-lived address; a signed-in user who may see
 * the log is first given such an address.
 */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import { receiveZone } from '#contract/timeZones/pageOffsets.ts'
import type { Fault } from '#contract/signedLog/verify.ts'
import { signedLogs, type Paper } from '#contract/signedLog/signedLogs.ts'
import { callEndpoint } from '#api/callEndpoint.ts'
import { fetchBlob } from '#api/files.ts'
import { isApiFailure } from '#api/http.ts'
import { QrCode } from '#entities/labels/QrCode.tsx'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { useAddressQuery } from '#lib/addressState.ts'
import { download } from '#lib/download.ts'
import { formatFor } from '#lib/format.tsx'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { pathTo } from '#lib/paths.ts'
import { checkBundleInBrowser, mergeFaults, type Checked } from './check.ts'
import { Correct } from './Correct.tsx'
import { Sheet, SheetNote } from './Sheet.tsx'
import { SignedDocument } from './SignedDocument.tsx'
import { Verdict } from './Verdict.tsx'
import styles from './signedLogs.module.css'

type Found = Output<typeof signedLogs.getSignedLog>
interface Shown {
  found: Found
  checked: Checked
  token: string
}
type State = { is: 'loading' | 'expired' | 'notThere' | 'failed' } | ({ is: 'shown' } & Shown)

export function SignedLogPage() {
  const logId = Number(useParams()['procedureLogId'])
  const given = useAddressQuery().get('open')
  const isSignedIn = useClaims() !== null
  if (given === null && !isSignedIn)
    return (
      <Navigate
        replace
        to={pathTo('login', {}, { next: pathTo('signedLog', { procedureLogId: logId }) })}
      />
    )
  return <Opened key={`${logId} ${given ?? ''}`} logId={logId} given={given} />
}

/** A signed-in user gets a new address if the given one has expired. */
async function open(logId: number, given: string | null, isSignedIn: boolean): Promise<State> {
  const read = async (token: string): Promise<State> => {
    const found = await callEndpoint(signedLogs.getSignedLog, { params: { id: logId, token } })
    // Without a session, the page knows only the browser's offsets.
    receiveZone(found.timezone, found.zone)
    return { is: 'shown', found, checked: await checkBundleInBrowser(found.bundle), token }
  }
  try {
    if (given !== null) {
      try {
        return await read(given)
      } catch (error) {
        if (!isApiFailure(error) || error.status !== 410 || !isSignedIn) throw error
      }
    }
    const { url } = await callEndpoint(signedLogs.getUrlOfSignedLog, { params: { id: logId } })
    return await read(new URL(url).searchParams.get('open') ?? '')
  } catch (error) {
    const status = isApiFailure(error) ? error.status : null
    return { is: status === 410 ? 'expired' : status === 404 ? 'notThere' : 'failed' }
  }
}

function Opened({ logId, given }: { logId: number; given: string | null }) {
  const { t } = useTranslation('signedLogs')
  const isSignedIn = useClaims() !== null
  const [state, setState] = useState<State>({ is: 'loading' })
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    let left = false
    void open(logId, given, isSignedIn).then((next) => {
      if (!left) setState(next)
    })
    return () => {
      left = true
    }
  }, [logId, given, isSignedIn, turn])
  if (state.is === 'shown') return <Document {...state} logId={logId} onChanged={again} />
  return (
    <Sheet>
      <SheetNote isBad={state.is !== 'loading'}>{t(state.is)}</SheetNote>
      {state.is === 'failed' && (
        <button type="button" className={styles.signedLogButton} onClick={again}>
          {t('again')}
        </button>
      )}
      {state.is === 'expired' && (
        <Link to={pathTo('login', {}, { next: pathTo('signedLog', { procedureLogId: logId }) })}>
          {t('signIn')}
        </Link>
      )}
    </Sheet>
  )
}

function Document({
  logId,
  found,
  checked,
  token,
  onChanged,
}: Shown & { logId: number; onChanged: () => void }) {
  const { t } = useTranslation('signedLogs')
  const { bundle, timezone, removedAt, checkUrl } = found
  const isSignedIn = useClaims() !== null
  const mayCorrect = useMay('performer|procedures')
  // The page has no company context, so the time zone comes with the record.
  const format = formatFor(currentLanguage(), timezone)
  const original = bundle.entries.find(({ record }) => record !== null)
  const [fileFaults, setFileFaults] = useState<readonly Fault[]>([])
  const handleFileChanged = useCallback(
    () => setFileFaults([{ code: 'file', sequence: original?.sequence ?? 0 }]),
    [original],
  )
  const place = useMemo(() => ({ logId, token }), [logId, token])
  return (
    <Sheet
      actions={
        <>
          {isSignedIn && (
            <Link to={pathTo('procedureLog', { procedureLogId: logId })}>{t('back')}</Link>
          )}
          <PdfButton logId={logId} token={token} paper="A4" />
          <PdfButton logId={logId} token={token} paper="LETTER" />
          <button
            type="button"
            className={styles.signedLogButton}
            onClick={() =>
              download(
                `signed-log-${logId}.json`,
                new Blob([JSON.stringify(bundle)], { type: 'application/json' }),
              )
            }
          >
            {t('json')}
          </button>
        </>
      }
    >
      <SignedDocument
        entries={bundle.entries}
        head={bundle.head}
        format={format}
        verdict={
          <Verdict
            faults={mergeFaults(found.faults, checked.faults, fileFaults)}
            since={original === undefined ? '' : format.dateTime(original.sealedAt)}
            removedAt={removedAt === null ? null : format.dateTime(removedAt)}
            isAble={checked.isAble}
          />
        }
        files={{ place, onChanged: handleFileChanged }}
        code={<QrCode className={styles.signedLogQr} text={checkUrl} label={t('qr')} />}
        correct={
          isSignedIn && mayCorrect && removedAt === null ? (
            <Correct logId={logId} onSealed={onChanged} />
          ) : null
        }
      />
      <p className="screen-only">
        <Link to={pathTo('signedLogVerify')}>{t('checkOther')}</Link>
      </p>
    </Sheet>
  )
}

function PdfButton({ logId, token, paper }: { logId: number; token: string; paper: Paper }) {
  const { t } = useTranslation('signedLogs')
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle')
  async function handleClick(): Promise<void> {
    setState('making')
    try {
      const pdf = await fetchBlob(signedLogs.getSignedLogPdf, {
        params: { id: logId, token, paper, language: currentLanguage() },
      })
      download(`signed-log-${logId}.pdf`, pdf)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <button
        type="button"
        className={styles.signedLogButton}
        disabled={state === 'making'}
        onClick={() => void handleClick()}
      >
        {state === 'making' ? t('makingPdf') : t(paper === 'A4' ? 'pdfA4' : 'pdfLetter')}
      </button>
      {state === 'failed' && <span role="alert">{t('pdfFailed')}</span>}
    </>
  )
}
