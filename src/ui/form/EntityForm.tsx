/**
 * The shared form. Keeps input, asks before leaving, shows the server's errors beside their fields,
 * and both versions after a 409.
 */
import { Button, Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { isApiFailure, type ApiFailure } from '#api/http.ts'
import { failureNotice, isStale } from '#api/notices.ts'
import {
  differences,
  fieldsApart,
  mergeChanges,
  sameValues,
  type Describe,
} from '#ui/dialog/conflict.ts'
import { ConflictDialog } from '#ui/dialog/ConflictDialog.tsx'
import { useRestoredEdit, useKeptEdit } from './useInterrupted.ts'
import { Locked } from './Locked.tsx'
import { useLeaveGuard } from '#ui/dialog/leaving/useLeaveGuard.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'

export interface Versioned<V> {
  values: V
  version: number
}

export interface EntityFormProps<V extends object> {
  initial: V
  version?: number
  /** Asks the user, before the form is locked. The input stays if it answers false. */
  beforeSave?(values: V): Promise<boolean>
  /** Saves, and throws the call's failure (`.unwrap()`). `from`: the values before the edit. */
  onSave(values: V, version: number | undefined, from: V): Promise<unknown>
  onSaved?(): void
  onCancel?(): void
  submitLabel: string
  /**
   * For a conflict: fetches the server's present row (undefined if deleted), and describes the
   * fields.
   */
  fetchCurrent?(): Promise<Versioned<V> | undefined>
  describe?: Describe<V>
  /** Fields with one meaning, such as an amount and its unit, stay together in a conflict. */
  together?: readonly (readonly (keyof V)[])[]
  /** The page navigates by itself, so the guard must not ask. */
  isLeaving?: boolean
  /** Set if the input stays as a draft, also through a reload. `hint` says so on leaving. */
  draft?: { keep(values: V, version: number | undefined): void; drop(): void; hint: string }
  /** Texts for errors of this form's call alone, by the server's code. */
  refusals?: Readonly<Record<string, string>>
  children: ReactNode
}

export function EntityForm<V extends object>({
  initial,
  version,
  beforeSave,
  onSave,
  onSaved,
  onCancel,
  submitLabel,
  fetchCurrent,
  describe,
  together = [],
  isLeaving = false,
  draft,
  refusals = {},
  children,
}: EntityFormProps<V>) {
  const { t } = useTranslation()
  const dispatch = useDispatch()
  const [form] = Form.useForm<V>()
  const fields = Object.keys(initial)
  const kept = useRestoredEdit(fields)
  const [back, setBack] = useState(draft === undefined ? kept : null)
  const [isDirty, setIsDirty] = useState(back !== null)
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<{ mine: V; theirs: Versioned<V> } | null>(null)
  // The values at the start of the edit, because a refetch may replace the row meanwhile.
  const [base, setBase] = useState(initial)
  const latest = useRef(back?.version ?? version)
  useLeaveGuard(isDirty && !isSaving && !isLeaving, draft && { hint: draft.hint, isKept: true })
  const isAsking = useRef(false)
  const fresh = useRef(initial)
  useEffect(() => {
    fresh.current = initial
  })
  // Adopts a newer row while the form is clean. Typed input stays and is compared at the save.
  useEffect(() => {
    if (version === undefined || isDirty || isSaving || version <= (latest.current ?? version))
      return
    latest.current = version
    setBase(fresh.current)
    putInto(form, fresh.current)
  }, [version, isDirty, isSaving, form])

  useKeptEdit(
    fields,
    isDirty && draft === undefined
      ? () => ({ values: { ...base, ...form.getFieldsValue() }, version: latest.current })
      : null,
  )

  function finish(): void {
    setIsDirty(false)
    setBack(null)
    setIsSaving(false)
    // Runs after the guard has seen the clean form, so that it does not ask.
    setTimeout(() => onSaved?.(), 0)
  }

  /** False also while the question is asked already. */
  async function isConfirmed(ask: (values: V) => Promise<boolean>, values: V): Promise<boolean> {
    if (isAsking.current) return false
    isAsking.current = true
    try {
      return await ask(values)
    } finally {
      isAsking.current = false
    }
  }

  async function save(values: V, from = base): Promise<void> {
    try {
      if (beforeSave !== undefined && !(await isConfirmed(beforeSave, values))) return
      setIsSaving(true)
      await onSave(values, latest.current, from)
      finish()
    } catch (error) {
      setIsSaving(false)
      if (!isApiFailure(error)) throw error
      if (isStale(error) && fetchCurrent !== undefined) {
        await compare(values, from, fetchCurrent)
      } else {
        const fields: FormInstance = form
        fields.setFields(
          faultsOf(error, values, (code) => refusals[code] ?? t(codeWords[code] ?? 'invalidValue')),
        )
      }
    }
  }

  /** Shows the failure; the input stays. Saving again repeats the error, or compares. */
  function tell(failure: ApiFailure): void {
    const notice = failureNotice(failure, {})
    if (notice !== null) dispatch(toastAdded(notice))
  }

  async function compare(
    values: V,
    from: V,
    fetchCurrent: () => Promise<Versioned<V> | undefined>,
  ): Promise<void> {
    let theirs: Versioned<V> | undefined
    try {
      theirs = await fetchCurrent()
    } catch (error) {
      if (!isApiFailure(error)) throw error
      return tell(error)
    }
    if (theirs === undefined) return tell(gone)
    const apart = describe === undefined ? [] : fieldsApart(describe(values))
    const mine = mergeChanges(from, values, theirs.values, { together, apart })
    if (!sameValues(mine, theirs.values)) setConflict({ mine, theirs })
    else finish()
  }

  function keepMine(): void {
    if (conflict === null) return
    latest.current = conflict.theirs.version
    // the next save may fail too, so it compares with the newest row
    setBase(conflict.theirs.values)
    putInto(form, conflict.mine)
    setConflict(null)
    void save(conflict.mine, conflict.theirs.values)
  }

  function takeTheirs(): void {
    if (conflict === null) return
    latest.current = conflict.theirs.version
    setBase(conflict.theirs.values)
    putInto(form, conflict.theirs.values)
    setConflict(null)
    setIsDirty(false)
    draft?.drop()
  }

  function handleChange(values: V): void {
    setIsDirty(true)
    draft?.keep({ ...base, ...values }, latest.current)
  }

  return (
    <Form<V>
      form={form}
      layout="vertical"
      initialValues={{ ...base, ...back?.values }}
      scrollToFirstError
      onValuesChange={(_changed, values) => handleChange(values)}
      onFinish={(values) => void save({ ...base, ...values })}
    >
      {back !== null && (
        <p role="status" className="quiet">
          {t('typedIsBack')}
        </p>
      )}
      <Locked isLocked={isSaving}>{children}</Locked>
      <div className="form-foot">
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {submitLabel}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('cancel')}</Button>}
      </div>
      {conflict !== null && (
        <ConflictDialog
          rows={differences(describe, conflict.mine, conflict.theirs.values)}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
          onCancel={() => setConflict(null)}
        />
      )}
    </Form>
  )
}

/** The row was deleted between the 409 and the fetch. */
const gone: ApiFailure = {
  status: 404,
  message: '',
  errors: [{ path: '', code: 'notThere', message: '' }],
}

/** Field by field: antd's `setFieldsValue` keeps missing keys of nested values. */
function putInto(form: FormInstance, values: object): void {
  for (const [key, value] of Object.entries(values)) form.setFieldValue(key, value)
}

type FaultWord = 'required' | 'alreadyUsed' | 'beyondOwnRights' | 'invalidValue'
const codeWords: Record<string, FaultWord> = {
  required: 'required',
  too_small: 'required',
  duplicate: 'alreadyUsed',
  taken: 'alreadyUsed',
  alreadyThere: 'alreadyUsed',
  beyondOwnRights: 'beyondOwnRights',
}

function faultsOf(failure: ApiFailure, values: object, say: (code: string) => string) {
  return failure.errors.flatMap((error) => {
    const [first] = error.path.replace(/^(body|params)\./, '').split('.')
    const name = Object.keys(values).find((key) => key === first)
    return name === undefined ? [] : [{ name, errors: [say(error.code)] }]
  })
}
