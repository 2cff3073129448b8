import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import { identifierMoves } from '#contract/equipment/identifierMoves.ts'
import { injectContract } from '#api/api.ts'
import { useFormat } from '#lib/format.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import styles from './management.module.css'

const { useListIdentifierMovesQuery, useMoveIdentifiersMutation, useUndoIdentifierMoveMutation } =
  injectContract(identifierMoves)

type Listed = Output<typeof identifierMoves.listIdentifierMoves>
type Line = Pick<Listed['proposals'][number], 'source' | 'name' | 'field'>

interface Progress {
  key: string
  done: number
  left: number
  isAtWork: boolean
}
const keyOf = ({ source, field }: Line) => `${field} ${JSON.stringify(source)}`

export function IdentifierMoves({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['management', 'common', 'entities'])
  const { number, isolate } = useFormat()
  const query = useListIdentifierMovesQuery()
  const { progress, run, stop } = useSteps()
  const { data } = query
  const isAtWork = progress?.isAtWork === true
  const words = ({ name, field }: Line) =>
    t('identifierMoves.line', { name: isolate(name), field: t(`entities:field_${field}`) })
  const state = (line: Line) =>
    progress?.key === keyOf(line) && (
      <p role="status">
        {t('identifierMoves.progress', {
          done: number(progress.done),
          left: number(progress.left),
        })}
        {progress.isAtWork && (
          <Button size="small" onClick={stop}>
            {t('identifierMoves.stop')}
          </Button>
        )}
      </p>
    )
  return (
    <Dialog
      open
      title={t('identifierMoves.title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p className="quiet">{t('identifierMoves.hint')}</p>
      {data === undefined ? (
        query.error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
        )
      ) : data.proposals.length + data.moved.length === 0 ? (
        <EmptyState title={t('identifierMoves.none')} />
      ) : (
        <ul className={styles.moves}>
          {data.proposals.map((line) => (
            <li key={keyOf(line)}>
              <div>
                <p>{words(line)}</p>
                <p className="quiet">
                  {t('identifierMoves.counts', {
                    movable: number(line.movable),
                    conflicts: number(line.conflicts),
                    unfit: number(line.unfit),
                  })}
                </p>
                {state(line)}
              </div>
              <Button
                disabled={isAtWork || line.movable === 0}
                onClick={() => void run('move', line)}
              >
                {line.source.kind === 'fact'
                  ? t('identifierMoves.move')
                  : t('identifierMoves.copy')}
              </Button>
            </li>
          ))}
          {data.moved.map((line) => (
            <li key={`moved ${keyOf(line)}`}>
              <div>
                <p>{words(line)}</p>
                <p className="quiet">{t('identifierMoves.moved', { done: number(line.count) })}</p>
                {!data.proposals.some((other) => keyOf(other) === keyOf(line)) && state(line)}
              </div>
              <Button disabled={isAtWork} onClick={() => void run('undo', line)}>
                {t('identifierMoves.undo')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Sends one step after another, to the end or until the user stops. */
function useSteps() {
  const [move] = useMoveIdentifiersMutation()
  const [undo] = useUndoIdentifierMoveMutation()
  const [progress, setProgress] = useState<Progress | null>(null)
  const isStopped = useRef(false)
  async function run(way: 'move' | 'undo', line: Line): Promise<void> {
    const { source, field } = line
    const send = way === 'move' ? move : undo
    const sum = { key: keyOf(line), done: 0, left: 0 }
    isStopped.current = false
    setProgress({ ...sum, isAtWork: true })
    for (let after: number | null = 0; after !== null && !isStopped.current;) {
      const { data } = await send({ body: { source, field, after } })
      sum.done += data?.done ?? 0
      sum.left += data?.left ?? 0
      after = data?.next ?? null
      setProgress({ ...sum, isAtWork: after !== null })
    }
    setProgress({ ...sum, isAtWork: false })
  }
  return {
    progress,
    run,
    stop() {
      isStopped.current = true
    },
  }
}
