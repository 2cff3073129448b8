/** Texts of messages about a changed sign-in, so that the person notices unauthorised changes. */
import type { Language } from '#contract/languages.ts'

export type SignInChange =
  | 'stepAdded'
  | 'stepRemoved'
  | 'recoveryUsed'
  | 'reset'
  | 'passwordChanged'

type Words = Record<SignInChange, string> & { subject: string; otherwise: string }

const words: Record<Language, Words> = {
  en: {
    subject: 'How you sign in to Plantroom has changed',
    stepAdded: 'A second step for signing in was added to your account.',
    stepRemoved: 'A second step for signing in was removed from your account.',
    recoveryUsed:
      'Somebody signed in to your account, or confirmed a change, with one of your recovery codes.',
    reset:
      'An administrator of your company has removed your second steps for signing in. Set them up again.',
    passwordChanged: 'The password of your account was changed.',
    otherwise: 'If this was not you, tell your administrator at once.',
  },
  he: {
    subject: 'אופן הכניסה שלך ל־Plantroom השתנה',
    stepAdded: 'נוסף לחשבון שלך שלב שני לכניסה.',
    stepRemoved: 'הוסר מהחשבון שלך שלב שני לכניסה.',
    recoveryUsed: 'נעשתה כניסה לחשבון שלך, או אושר בו שינוי, באמצעות אחד מקודי השחזור שלך.',
    reset: 'מנהל בחברה שלך הסיר את השלבים השניים לכניסה שלך. יש להגדיר אותם מחדש.',
    passwordChanged: 'הסיסמה של החשבון שלך שונתה.',
    otherwise: 'אם לא עשית זאת, יש לפנות מיד למנהל.',
  },
  ar: {
    subject: 'تغيّرت طريقة دخولك إلى Plantroom',
    stepAdded: 'أُضيفت إلى حسابك خطوة ثانية لتسجيل الدخول.',
    stepRemoved: 'أُزيلت من حسابك خطوة ثانية لتسجيل الدخول.',
    recoveryUsed: 'جرى الدخول إلى حسابك، أو تأكيد تغيير فيه، بأحد رموز الاسترداد الخاصة بك.',
    reset: 'أزال مسؤول في شركتك الخطوات الثانية لتسجيل دخولك. أعدّها من جديد.',
    passwordChanged: 'تم تغيير كلمة مرور حسابك.',
    otherwise: 'إذا لم تكن أنت من فعل ذلك فأخبر المسؤول فورًا.',
  },
  ru: {
    subject: 'Способ входа в Plantroom изменён',
    stepAdded: 'К вашей учётной записи добавлен второй шаг входа.',
    stepRemoved: 'Из вашей учётной записи удалён второй шаг входа.',
    recoveryUsed:
      'В вашу учётную запись вошли или подтвердили в ней изменение с помощью одного из ваших кодов восстановления.',
    reset: 'Администратор вашей компании снял ваши вторые шаги входа. Настройте их заново.',
    passwordChanged: 'Пароль вашей учётной записи изменён.',
    otherwise: 'Если это были не вы, немедленно сообщите администратору.',
  },
  cs: {
    subject: 'Váš způsob přihlášení do Plantroom se změnil',
    stepAdded: 'K vašemu účtu byl přidán druhý krok přihlášení.',
    stepRemoved: 'Z vašeho účtu byl odebrán druhý krok přihlášení.',
    recoveryUsed:
      'K vašemu účtu se někdo přihlásil, nebo v něm potvrdil změnu, jedním z vašich záchranných kódů.',
    reset: 'Správce vaší společnosti zrušil vaše druhé kroky přihlášení. Nastavte si je znovu.',
    passwordChanged: 'Heslo vašeho účtu bylo změněno.',
    otherwise: 'Pokud jste to nebyli vy, sdělte to ihned správci.',
  },
  sk: {
    subject: 'Váš spôsob prihlásenia do Plantroom sa zmenil',
    stepAdded: 'K vášmu účtu bol pridaný druhý krok prihlásenia.',
    stepRemoved: 'Z vášho účtu bol odobraný druhý krok prihlásenia.',
    recoveryUsed:
      'K vášmu účtu sa niekto prihlásil, alebo v ňom potvrdil zmenu, jedným z vašich záchranných kódov.',
    reset: 'Správca vašej spoločnosti zrušil vaše druhé kroky prihlásenia. Nastavte si ich znova.',
    passwordChanged: 'Heslo vášho účtu bolo zmenené.',
    otherwise: 'Ak ste to neboli vy, ihneď to povedzte správcovi.',
  },
}

export function changeMessage(
  language: Language,
  change: SignInChange,
): { subject: string; text: string } {
  const text = words[language]
  return { subject: text.subject, text: `${text[change]}\n${text.otherwise}` }
}
