/** The few words the server itself says to people who are not signed in, in their language. */
import type { Language } from '#contract/languages'

interface Words { otpSubject: string; otp(code: string): string; resetSubject: string; reset(link: string): string }

const words: Record<Language, Words> = {
  en: {
    otpSubject: 'Your Plantroom code', otp: (code) => `Your code is ${code}. It is good for 10 minutes. If you did not ask for it, ignore this message.`,
    resetSubject: 'Choose a new Plantroom password', reset: (link) => `Choose a new password here, within one hour:\n${link}\nIf you did not ask for it, ignore this message.`,
  },
  he: {
    otpSubject: 'הקוד שלך ל-Plantroom', otp: (code) => `הקוד שלך הוא ${code}. הוא תקף ל-10 דקות. אם לא ביקשת אותו, אפשר להתעלם מההודעה.`,
    resetSubject: 'בחירת סיסמה חדשה ל-Plantroom', reset: (link) => `אפשר לבחור סיסמה חדשה כאן, תוך שעה:\n${link}\nאם לא ביקשת זאת, אפשר להתעלם מההודעה.`,
  },
  ar: {
    otpSubject: 'رمز Plantroom الخاص بك', otp: (code) => `رمزك هو ${code}. وهو صالح لمدة 10 دقائق. إذا لم تطلبه فتجاهل هذه الرسالة.`,
    resetSubject: 'اختيار كلمة مرور جديدة لـ Plantroom', reset: (link) => `اختر كلمة مرور جديدة هنا خلال ساعة واحدة:\n${link}\nإذا لم تطلب ذلك فتجاهل هذه الرسالة.`,
  },
  ru: {
    otpSubject: 'Ваш код Plantroom', otp: (code) => `Ваш код: ${code}. Он действует 10 минут. Если вы его не запрашивали, не обращайте внимания на это сообщение.`,
    resetSubject: 'Новый пароль Plantroom', reset: (link) => `Задайте новый пароль по этой ссылке в течение часа:\n${link}\nЕсли вы этого не запрашивали, не обращайте внимания на это сообщение.`,
  },
  cs: {
    otpSubject: 'Váš kód pro Plantroom', otp: (code) => `Váš kód je ${code}. Platí 10 minut. Pokud jste o něj nežádali, zprávu ignorujte.`,
    resetSubject: 'Nové heslo pro Plantroom', reset: (link) => `Nové heslo si zvolte zde, do jedné hodiny:\n${link}\nPokud jste o to nežádali, zprávu ignorujte.`,
  },
  sk: {
    otpSubject: 'Váš kód pre Plantroom', otp: (code) => `Váš kód je ${code}. Platí 10 minút. Ak ste oň nežiadali, správu ignorujte.`,
    resetSubject: 'Nové heslo pre Plantroom', reset: (link) => `Nové heslo si zvoľte tu, do jednej hodiny:\n${link}\nAk ste o to nežiadali, správu ignorujte.`,
  },
}

export const otpMessage = (language: Language, code: string) => ({ subject: words[language].otpSubject, text: words[language].otp(code) })
export const resetMessage = (language: Language, link: string) => ({ subject: words[language].resetSubject, text: words[language].reset(link) })
