import {
  EditOutlined,
  KeyOutlined,
  LogoutOutlined,
  MailOutlined,
  SafetyOutlined,
  StopOutlined,
  UndoOutlined,
  UserDeleteOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/auth/auth.ts'
import type { UserDetail } from '#contract/people/people.ts'
import { injectContract } from '#api/api.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { AnonymiseDialog } from './AnonymiseDialog.tsx'
import { DeactivateDialog } from './DeactivateDialog.tsx'
import { HandedLinkDialog, type HandedLink } from './HandedLinkDialog.tsx'
import { useInvitationSent } from './useInvitationSent.ts'

const { useGetInstallationQuery } = injectContract(auth)

export function UserActions({ detail, onEdit }: { detail: UserDetail; onEdit(): void }) {
  const { t } = useTranslation(['people', 'common', 'secondStep'])
  const confirm = useConfirm()
  const [isLeaving, setIsLeaving] = useState(false)
  const [isGoing, setIsGoing] = useState(false)
  const [handed, setHanded] = useState<HandedLink | null>(null)
  const [resend, { isLoading: isSending }] = peopleCalls.useResendInvitationMutation()
  const [endSessions, { isLoading: isEnding }] = peopleCalls.useEndUserSessionsMutation()
  const [resetSignIn, { isLoading: isResetting }] = peopleCalls.useResetSignInMutation()
  const [reactivate, { isLoading: isReactivating }] = peopleCalls.useReactivateUserMutation()
  const [makeResetLink, { isLoading: isMakingLink }] = peopleCalls.useMakeResetLinkMutation()
  const hasNoMail = useGetInstallationQuery().data?.sends.email === false
  const notifySent = useInvitationSent()
  const params = { id: detail.id }

  async function handleResend(): Promise<void> {
    const { data } = await resend({ params })
    if (data === undefined) return
    if (data.link === null) notifySent()
    else setHanded({ kind: 'invitation', link: data.link })
  }
  async function handleResetLink(): Promise<void> {
    const isSure = await confirm({
      title: t('handedLink.resetTitle', { name: detail.name }),
      hint: t('handedLink.resetHint'),
      okText: t('handedLink.makeReset'),
    })
    if (!isSure) return
    const { data } = await makeResetLink({ params })
    if (data !== undefined) setHanded({ kind: 'reset', link: data.link })
  }

  async function handleSignOut(): Promise<void> {
    const hint = detail.isSelf ? t('signOutSelfHint') : t('signOutHint')
    if (
      await confirm({
        title: t('signOutTitle', { name: detail.name }),
        hint,
        okText: t('signOutEverywhere'),
        danger: true,
      })
    )
      await endSessions({ params })
  }
  async function handleReset(): Promise<void> {
    const title = t('secondStep:resetTitle', { name: detail.name })
    if (
      await confirm({
        title,
        hint: t('secondStep:resetHint'),
        okText: t('secondStep:reset'),
        danger: true,
      })
    )
      await resetSignIn({ params })
  }
  return (
    <>
      {!detail.isAnonymised && (
        <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
          {t('common:edit')}
        </Button>
      )}
      {(detail.state === 'invited' || (detail.state === 'active' && !detail.isEmailProven)) && (
        <Button
          icon={<MailOutlined aria-hidden />}
          loading={isSending}
          onClick={() => void handleResend()}
        >
          {t(hasNoMail ? 'handedLink.makeInvitation' : 'resend')}
        </Button>
      )}
      {detail.state === 'active' && (
        <Button
          icon={<LogoutOutlined aria-hidden />}
          loading={isEnding}
          onClick={() => void handleSignOut()}
        >
          {t('signOutEverywhere')}
        </Button>
      )}
      {hasNoMail && detail.state === 'active' && !detail.isSelf && !detail.isShared && (
        <Button
          icon={<KeyOutlined aria-hidden />}
          loading={isMakingLink}
          onClick={() => void handleResetLink()}
        >
          {t('handedLink.makeReset')}
        </Button>
      )}
      {detail.state === 'active' && !detail.isSelf && !detail.isShared && (
        <Button
          icon={<SafetyOutlined aria-hidden />}
          loading={isResetting}
          onClick={() => void handleReset()}
        >
          {t('secondStep:reset')}
        </Button>
      )}
      {detail.state === 'inactive' ? (
        !detail.isAnonymised && (
          <>
            <Button
              icon={<UndoOutlined aria-hidden />}
              loading={isReactivating}
              onClick={() => void reactivate({ params, body: { version: detail.version } })}
            >
              {t('reactivate')}
            </Button>
            <Button
              danger
              type="text"
              icon={<UserDeleteOutlined aria-hidden />}
              onClick={() => setIsGoing(true)}
            >
              {t('anonymise')}
            </Button>
          </>
        )
      ) : (
        <Button
          danger
          type="text"
          icon={<StopOutlined aria-hidden />}
          onClick={() => setIsLeaving(true)}
        >
          {t('deactivate')}
        </Button>
      )}
      {handed !== null && <HandedLinkDialog handed={handed} onClose={() => setHanded(null)} />}
      {isGoing && <AnonymiseDialog detail={detail} onClose={() => setIsGoing(false)} />}
      {isLeaving && <DeactivateDialog detail={detail} onClose={() => setIsLeaving(false)} />}
    </>
  )
}
