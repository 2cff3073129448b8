/** The few words the server itself says to people who are not signed in, in their language. */
import type { Language } from '#contract/languages'

/** `isNew`: they choose a password by the link; else the link is where they sign in. */
interface Invitation { company: string; by: string; link: string; isNew: boolean }
interface Words { otpSubject: string; otp(code: string): string; resetSubject: string; reset(link: string): string; invitationSubject(company: string): string; invitation(facts: Invitation): string; addressSubject: string; address(present: string): string }

const words: Record<Language, Words> = {
  en: {
    otpSubject: 'Your Plantroom code', otp: (code) => `Your code is ${code}. It is good for 10 minutes. If you did not ask for it, ignore this message.`,
    resetSubject: 'Choose a new Plantroom password', reset: (link) => `Choose a new password here, within one hour:\n${link}\nIf you did not ask for it, ignore this message.`,
    invitationSubject: (company) => `You are invited to ${company} on Plantroom`,
    invitation: ({ company, by, link, isNew }) => `${by} has added you to ${company} on Plantroom. ${isNew ? 'Choose your password here, within a week:' : 'Sign in as you are used to and choose the company at the top:'}\n${link}`,
    addressSubject: 'Your Plantroom address was changed', address: (present) => `An administrator of your company has changed the address you sign in with to ${present}. If this is wrong, tell them.`,
  },
  he: {
    otpSubject: 'הקוד שלך ל-Plantroom', otp: (code) => `הקוד שלך הוא ${code}. הוא תקף ל-10 דקות. אם לא ביקשת אותו, אפשר להתעלם מההודעה.`,
    resetSubject: 'בחירת סיסמה חדשה ל-Plantroom', reset: (link) => `אפשר לבחור סיסמה חדשה כאן, תוך שעה:\n${link}\nאם לא ביקשת זאת, אפשר להתעלם מההודעה.`,
    invitationSubject: (company) => `הוזמנת אל ${company} ב-Plantroom`,
    invitation: ({ company, by, link, isNew }) => `${by} הוסיפו אותך אל ${company} ב-Plantroom. ${isNew ? 'אפשר לבחור סיסמה כאן, תוך שבוע:' : 'נכנסים כרגיל ובוחרים את החברה בראש המסך:'}\n${link}`,
    addressSubject: 'כתובת הכניסה שלך ל-Plantroom שונתה', address: (present) => `מנהל בחברה שלך שינה את כתובת הכניסה שלך ל-${present}. אם זו טעות, יש לפנות אליו.`,
  },
  ar: {
    otpSubject: 'رمز Plantroom الخاص بك', otp: (code) => `رمزك هو ${code}. وهو صالح لمدة 10 دقائق. إذا لم تطلبه فتجاهل هذه الرسالة.`,
    resetSubject: 'اختيار كلمة مرور جديدة لـ Plantroom', reset: (link) => `اختر كلمة مرور جديدة هنا خلال ساعة واحدة:\n${link}\nإذا لم تطلب ذلك فتجاهل هذه الرسالة.`,
    invitationSubject: (company) => `دعوة إلى ${company} على Plantroom`,
    invitation: ({ company, by, link, isNew }) => `أضافك ${by} إلى ${company} على Plantroom. ${isNew ? 'اختر كلمة المرور هنا خلال أسبوع:' : 'سجّل الدخول كالمعتاد واختر الشركة في أعلى الشاشة:'}\n${link}`,
    addressSubject: 'تم تغيير عنوان دخولك إلى Plantroom', address: (present) => `غيّر مسؤول في شركتك عنوان دخولك إلى ${present}. إذا كان هذا خطأ فأخبره.`,
  },
  ru: {
    otpSubject: 'Ваш код Plantroom', otp: (code) => `Ваш код: ${code}. Он действует 10 минут. Если вы его не запрашивали, не обращайте внимания на это сообщение.`,
    resetSubject: 'Новый пароль Plantroom', reset: (link) => `Задайте новый пароль по этой ссылке в течение часа:\n${link}\nЕсли вы этого не запрашивали, не обращайте внимания на это сообщение.`,
    invitationSubject: (company) => `Вас пригласили в ${company} на Plantroom`,
    invitation: ({ company, by, link, isNew }) => `${by}: вас добавили в ${company} на Plantroom. ${isNew ? 'Задайте пароль по этой ссылке в течение недели:' : 'Войдите как обычно и выберите компанию вверху экрана:'}\n${link}`,
    addressSubject: 'Ваш адрес для входа в Plantroom изменён', address: (present) => `Администратор вашей компании изменил ваш адрес для входа на ${present}. Если это ошибка, сообщите ему.`,
  },
  cs: {
    otpSubject: 'Váš kód pro Plantroom', otp: (code) => `Váš kód je ${code}. Platí 10 minut. Pokud jste o něj nežádali, zprávu ignorujte.`,
    resetSubject: 'Nové heslo pro Plantroom', reset: (link) => `Nové heslo si zvolte zde, do jedné hodiny:\n${link}\nPokud jste o to nežádali, zprávu ignorujte.`,
    invitationSubject: (company) => `Pozvánka do ${company} v aplikaci Plantroom`,
    invitation: ({ company, by, link, isNew }) => `${by}: byli jste přidáni do ${company} v aplikaci Plantroom. ${isNew ? 'Heslo si zvolte zde, do jednoho týdne:' : 'Přihlaste se jako obvykle a nahoře zvolte společnost:'}\n${link}`,
    addressSubject: 'Vaše přihlašovací adresa do Plantroom byla změněna', address: (present) => `Správce vaší společnosti změnil vaši přihlašovací adresu na ${present}. Pokud je to omyl, sdělte mu to.`,
  },
  sk: {
    otpSubject: 'Váš kód pre Plantroom', otp: (code) => `Váš kód je ${code}. Platí 10 minút. Ak ste oň nežiadali, správu ignorujte.`,
    resetSubject: 'Nové heslo pre Plantroom', reset: (link) => `Nové heslo si zvoľte tu, do jednej hodiny:\n${link}\nAk ste o to nežiadali, správu ignorujte.`,
    invitationSubject: (company) => `Pozvánka do ${company} v aplikácii Plantroom`,
    invitation: ({ company, by, link, isNew }) => `${by}: boli ste pridaní do ${company} v aplikácii Plantroom. ${isNew ? 'Heslo si zvoľte tu, do jedného týždňa:' : 'Prihláste sa ako zvyčajne a hore zvoľte spoločnosť:'}\n${link}`,
    addressSubject: 'Vaša prihlasovacia adresa do Plantroom bola zmenená', address: (present) => `Správca vašej spoločnosti zmenil vašu prihlasovaciu adresu na ${present}. Ak je to omyl, povedzte mu to.`,
  },
}

export const otpMessage = (language: Language, code: string) => ({ subject: words[language].otpSubject, text: words[language].otp(code) })
export const resetMessage = (language: Language, link: string) => ({ subject: words[language].resetSubject, text: words[language].reset(link) })
export const invitationMessage = (language: Language, facts: Invitation) => ({ subject: words[language].invitationSubject(facts.company), text: words[language].invitation(facts) })
export const addressMessage = (language: Language, present: string) => ({ subject: words[language].addressSubject, text: words[language].address(present) })
