/**
 * The sign-in page before the application: its form is in the HTML (app/signIn/prerender), and this
 * small script handles it. It supports passwords, passkeys, the provider and demo people. For other
 * methods it starts the application with the typed input; `LoginPage` supports all.
 */
import type { auth, PendingStep } from '#contract/auth/auth.ts'
import type { Output } from '#contract/endpoint.ts'
import { isEmail } from '#contract/rules/email.ts'
import type { secondStepSignIn } from '#contract/auth/secondStep.ts'
import { statusWord } from '#contract/equipment/statusWords.ts'
import type { waysIn } from '#contract/auth/waysIn.ts'
import { askPasskey, canUsePasskeys } from '#entities/passkey/passkey.ts'
import { setHandedOver, type HandedOver } from '#entities/session/handoff.ts'
import { isLanguage } from '#lib/i18n/languages.ts'
import { saveLanguage, storedLanguage } from '#lib/i18n/storedLanguage.ts'
import { routes, safeNext } from '#lib/paths.ts'
import { companyInAddress } from './companyInAddress.ts'
import { fetchJson, post, publicPaths, statusOf } from './firstCalls.ts'
import {
  demoPeople,
  createElement,
  showFormMessage,
  showFault,
  togglePassword,
  signInButton,
  type Say,
} from './firstElements.ts'
import { FIRST_WORDS_ID, type FirstWord } from './firstWords.ts'
import styles from './auth.module.css'

type Ways = Output<typeof waysIn.getLoginOptions>

interface FirstPage {
  form: HTMLFormElement
  email: HTMLInputElement
  password: HTMLInputElement
  submit: HTMLButtonElement
  say: Say
  next: string
  source: string
  startWith(over: HandedOver): void
  prepare(): void
}

/** Milliseconds without typing before the server is asked, as in useWaysOf. */
const STANDS_STILL = 800

interface Application {
  start(): Promise<unknown>
  prepare(): void
}

export async function adoptFirstPage(application: Application): Promise<void> {
  const { next, source } = takeAddress()
  const startWith = (over: HandedOver): void => {
    document.documentElement.removeAttribute('data-demo')
    setHandedOver({ ...over, next })
    void application.start()
  }
  // Signed in, but without a cookie: the application takes over.
  if (hasSession()) return startWith({})
  await followLanguage()
  const page = pageOf(document, { next, source, startWith, prepare: () => application.prepare() })
  if (page === null) return startWith({})
  answerForm(page)
  answerLinks(page)
  answerLanguage(application)
  offerWays(page)
  void offerDemo(page)
}

function pageOf(
  { body }: Document,
  of: Pick<FirstPage, 'next' | 'source' | 'startWith' | 'prepare'>,
): FirstPage | null {
  const form = body.querySelector('form')
  const email = form?.querySelector<HTMLInputElement>('input[name=email]')
  const password = form?.querySelector<HTMLInputElement>('input[name=password]')
  const submit = form?.querySelector<HTMLButtonElement>('button[type=submit]')
  if (!form || !email || !password || !submit) return null
  const words = JSON.parse(document.getElementById(FIRST_WORDS_ID)?.textContent ?? '{}') as Record<
    string,
    string
  >
  return { ...of, form, email, password, submit, say: (word) => words[word] ?? word }
}

function takeAddress(): { next: string; source: string } {
  const address = new URL(window.location.href)
  const language = address.searchParams.get('lang')
  if (isLanguage(language)) saveLanguage(language)
  address.searchParams.delete('lang')
  address.searchParams.delete('refused')
  if (address.pathname !== routes.login.path) {
    const wanted = address.pathname + address.search
    address.pathname = routes.login.path
    address.search = wanted === '/' ? '' : `?${new URLSearchParams({ next: wanted }).toString()}`
  }
  if (address.href !== window.location.href) window.history.replaceState(null, '', address.href)
  const source = address.searchParams.get('source')?.slice(0, 40) || 'web'
  return { next: safeNext(address.searchParams.get('next')), source }
}

/** True if a session is stored, in redux-persist's format (app/store). */
function hasSession(): boolean {
  try {
    const kept = JSON.parse(localStorage.getItem('persist:plantroom') ?? '{}') as { auth?: string }
    return (JSON.parse(kept.auth ?? '{}') as { token?: string | null }).token != null
  } catch {
    return false
  }
}

/**
 * The server uses the browser's language if it does not know the chosen one. Returns true if the
 * page was replaced.
 */
async function followLanguage(): Promise<boolean> {
  const chosen = storedLanguage()
  if (chosen === null || chosen === document.documentElement.lang.slice(0, 2)) return false
  const answer = await fetch(`/signIn.${chosen}.html`).catch(() => null)
  if (answer === null || !answer.ok) return false
  const typed = ['email', 'password'].map(
    (name) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '',
  )
  const other = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // Ignores a captive portal's page.
  if (other.querySelector('input[name=password]') === null) return false
  const { lang, dir } = other.documentElement
  Object.assign(document.documentElement, { lang, dir })
  document.title = other.title
  document.body.replaceChildren(...other.body.childNodes)
  for (const [place, name] of ['email', 'password'].entries()) {
    const input = document.querySelector<HTMLInputElement>(`input[name=${name}]`)
    if (input !== null) input.value = typed[place] ?? ''
  }
  return true
}

function answerLanguage(application: Application): void {
  document.querySelector('select')?.addEventListener('change', ({ currentTarget }) => {
    const value = currentTarget instanceof HTMLSelectElement ? currentTarget.value : ''
    if (!isLanguage(value)) return
    saveLanguage(value)
    // An unchanged page already has its handlers.
    void followLanguage().then((isAnother) => (isAnother ? adoptFirstPage(application) : undefined))
  })
}

function answerForm(page: FirstPage): void {
  const { form, email, password, say } = page
  if (page.source === 'backoffice')
    form.before(
      createElement('p', { class: `${styles.authNote}`, role: 'status' }, say('auth:backOffice')),
    )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const address = email.value.trim()
    const wrong =
      address === ''
        ? say('auth:emailRequired')
        : isEmail(address)
          ? null
          : say('auth:emailInvalid')
    showFault(email, wrong)
    showFault(password, password.value === '' ? say('auth:passwordRequired') : null)
    if (wrong === null && password.value !== '') void signIn(page, address, password.value)
  })
  const eye = password.parentElement?.querySelector('button')
  eye?.addEventListener('click', () => togglePassword(eye, password, say))
}

function setBusy({ submit, say }: FirstPage, isBusy: boolean): void {
  for (const one of document.querySelectorAll('button')) one.disabled = isBusy
  submit.textContent = say(isBusy ? 'auth:signingIn' : 'auth:signIn')
}

const tooMany = ({ say }: FirstPage): string =>
  `${say('notices:tooManyRequests')} ${say('notices:pauseMinutes')}`

const statusText = (page: FirstPage, status: number | null): string =>
  status === 429 ? tooMany(page) : page.say(`notices:${statusWord(status)}`)

/** Shows a refusal above the fields: `refusal` by sign-in method, or section 8's text by status. */
async function enter(
  page: FirstPage,
  way: () => Promise<{ token: string | null; secondStep?: PendingStep | null } | null>,
  refusal: (status: number | null) => FirstWord | null,
): Promise<void> {
  showFormMessage(page.form, null)
  setBusy(page, true)
  page.prepare()
  try {
    const answer = await way()
    if (answer === null) return setBusy(page, false)
    if (answer.token !== null) return page.startWith({ token: answer.token })
    page.startWith({ secondStep: answer.secondStep ?? null, email: page.email.value.trim() })
  } catch (error) {
    const status = statusOf(error)
    const refused = refusal(status)
    showFormMessage(page.form, refused === null ? statusText(page, status) : page.say(refused))
    setBusy(page, false)
  }
}

const signIn = (page: FirstPage, email: string, password: string): Promise<void> =>
  enter(
    page,
    () =>
      post<Output<typeof auth.login>>(publicPaths.login, {
        email,
        password,
        source: page.source,
      }),
    (status) => (status === 401 || status === 400 ? 'notices:wrongPassword' : null),
  )

const signInByPasskey = (page: FirstPage): Promise<void> =>
  enter(
    page,
    async () => {
      const { id, options } = await post<Output<typeof secondStepSignIn.beginPasskeySignIn>>(
        publicPaths.beginPasskeySignIn,
      )
      const response = await askPasskey(options)
      return response === null
        ? null
        : post<Output<typeof secondStepSignIn.loginPasskey>>(publicPaths.loginPasskey, {
            id,
            response,
            source: page.source,
          })
    },
    (status) => (status === 400 || status === 410 ? 'auth:passkeyRefused' : null),
  )

function answerLinks({ email, startWith }: FirstPage): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href*="way="]')) {
    const address = new URL(window.location.href)
    address.searchParams.set('way', new URL(link.href).searchParams.get('way') ?? '')
    link.href = address.href
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      window.history.pushState(null, '', link.href)
      startWith({ email: email.value.trim() })
    })
  }
}

function offerWays(page: FirstPage): void {
  const { email, form } = page
  const company = companyInAddress(new URLSearchParams(window.location.search))
  let asked: string | null = null
  let asking = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (address: string): Promise<void> => {
    if (address === asked) return
    asked = address
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    try {
      const ways = await post<Ways>(
        publicPaths.getLoginOptions,
        { email: address === '' ? '-' : address, company },
        signal,
      )
      if (!signal.aborted) showWays(page, ways)
    } catch (error) {
      if (signal.aborted || address === '') return
      asked = null
      showFormMessage(
        form,
        statusOf(error) === 429 ? tooMany(page) : page.say('notices:loginFailed'),
      )
    }
  }
  const typed = (): string => (isEmail(email.value.trim()) ? email.value.trim() : '')
  email.addEventListener('input', () => {
    clearTimeout(timer)
    if (typed() !== '') timer = setTimeout(() => void ask(typed()), STANDS_STILL)
  })
  email.addEventListener('blur', () => {
    if (typed() !== '') void ask(typed())
  })
  void ask(typed())
}

function showWays(page: FirstPage, { forceSso, allowSso, providers }: Ways): void {
  const { form, password, submit, say, next, source } = page
  for (const shown of document.querySelectorAll('[data-way]')) shown.remove()
  const isProviderOnly = forceSso
  const box = password.closest('div')?.parentElement
  for (const one of [box, submit]) if (one) one.hidden = isProviderOnly
  for (const link of document.querySelectorAll<HTMLElement>('a[href*="way="]'))
    link.hidden = isProviderOnly
  const offered: HTMLElement[] = []
  if (isProviderOnly)
    offered.push(
      createElement('p', { class: `${styles.authNote}`, role: 'status' }, say('auth:providerOnly')),
    )
  else if (canUsePasskeys())
    offered.push(signInButton(say('auth:withPasskey'), () => void signInByPasskey(page)))
  for (const provider of allowSso ? providers : [])
    offered.push(
      signInButton(
        say(`auth:provider_${provider.idp}`),
        () =>
          void import('#entities/session/corporate.ts')
            .then(({ redirectToProvider }) => redirectToProvider(provider, next, source))
            .catch(() => showFormMessage(form, say('auth:corporateFailed'))),
      ),
    )
  for (const one of offered) one.dataset['way'] = ''
  form.after(...offered)
}

async function offerDemo(page: FirstPage): Promise<void> {
  const { form, say } = page
  const installation = await fetchJson<Output<typeof auth.getInstallation>>(
    publicPaths.getInstallation,
  ).catch(() => null)
  document.documentElement.removeAttribute('data-demo')
  if (installation === null || !form.isConnected) return
  if (installation.needsSetup) {
    form.replaceWith(
      createElement('p', { class: `${styles.authNote}`, role: 'status' }, say('auth:setUpNeeded')),
    )
    for (const rest of document.querySelectorAll(`[data-way], .${styles.authLinks}`)) rest.remove()
    return
  }
  if (installation.demo && installation.signIns.length > 0)
    document
      .querySelector('main')
      ?.append(
        demoPeople(installation.signIns, say, (one) => void signIn(page, one.email, one.password)),
      )
}
