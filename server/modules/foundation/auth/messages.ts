import type { Language } from '#contract/languages.ts'

interface Invitation {
  company: string
  by: string
  link: string
}
interface Words {
  otpSubject: string
  otp(code: string): string
  resetSubject: string
  reset(link: string): string
  invitationSubject(company: string): string
  invitation(facts: Invitation): string
  addressSubject: string
  address(present: string): string
  addressAskedSubject: string
  addressAsked(wanted: string): string
  confirmAddressSubject: string
  confirmAddress(facts: Invitation): string
  proofSubject: string
  proof(code: string): string
  phoneSubject: string
  phone: string
}

const words: Record<Language, Words> = {
  en: {
    otpSubject: 'Your Plantroom code',
    otp: (code) =>
      `Your code is ${code}. It is good for 10 minutes. If you did not ask for it, ignore this message.`,
    resetSubject: 'Choose a new Plantroom password',
    reset: (link) =>
      `Choose a new password here, within one hour:\n${link}\nIf you did not ask for it, ignore this message.`,
    invitationSubject: (company) => `You are invited to ${company} on Plantroom`,
    invitation: ({ company, by, link }) =>
      `${by} invites you to ${company} on Plantroom. Accept or refuse the invitation here, within a week:\n${link}\nIf you do not know of this, ignore this message: nothing happens.`,
    addressSubject: 'Your Plantroom address was changed',
    address: (present) =>
      `An administrator of your company has changed the address you sign in with to ${present}. If this is wrong, tell them.`,
    addressAskedSubject: 'Someone wants to change your Plantroom address',
    addressAsked: (wanted) =>
      `An administrator of your company wants you to sign in with ${wanted}. Nothing changes until the owner of that address confirms it. If this is wrong, tell them now.`,
    confirmAddressSubject: 'Confirm your new Plantroom address',
    confirmAddress: ({ company, by, link }) =>
      `${by} of ${company} wants you to sign in to Plantroom with this address. Choose a password here, within a week, and it counts from then on:\n${link}\nIf you do not know of this, ignore this message: nothing happens.`,
    proofSubject: 'Your Plantroom confirmation code',
    proof: (code) =>
      `Your code is ${code}. Type it where you asked for it, within 10 minutes. If you did not ask for it, ignore this message.`,
    phoneSubject: 'Your Plantroom phone was changed',
    phone:
      'The phone number of your Plantroom account was changed. If this was not you, choose a new password and tell your administrator.',
  },
  he: {
    otpSubject: 'הקוד שלך ל־Plantroom',
    otp: (code) =>
      `הקוד שלך הוא ${code}. הוא תקף ל־10 דקות. אם לא ביקשת אותו, אפשר להתעלם מההודעה.`,
    resetSubject: 'בחירת סיסמה חדשה ל־Plantroom',
    reset: (link) =>
      `אפשר לבחור סיסמה חדשה כאן, תוך שעה:\n${link}\nאם לא ביקשת זאת, אפשר להתעלם מההודעה.`,
    invitationSubject: (company) => `הוזמנת אל ${company} ב־Plantroom`,
    invitation: ({ company, by, link }) =>
      `${by} מזמינים אותך אל ${company} ב־Plantroom. אפשר לקבל את ההזמנה או לדחות אותה כאן, תוך שבוע:\n${link}\nאם הדבר לא מוכר לך, אפשר להתעלם מההודעה: דבר לא יקרה.`,
    addressSubject: 'כתובת הכניסה שלך ל־Plantroom שונתה',
    address: (present) =>
      `מנהל בחברה שלך שינה את כתובת הכניסה שלך ל־${present}. אם זו טעות, יש לפנות אליו.`,
    addressAskedSubject: 'התבקש שינוי של כתובת הכניסה שלך ל־Plantroom',
    addressAsked: (wanted) =>
      `מנהל בחברה שלך מבקש שהכניסה שלך תהיה בכתובת ${wanted}. שום דבר לא ישתנה עד שבעל הכתובת יאשר. אם זו טעות, יש לפנות אליו עכשיו.`,
    confirmAddressSubject: 'אישור הכתובת החדשה שלך ב־Plantroom',
    confirmAddress: ({ company, by, link }) =>
      `${by} מ־${company} מבקשים שהכניסה שלך ל־Plantroom תהיה בכתובת הזאת. אפשר לבחור סיסמה כאן, תוך שבוע, ומאז היא תקפה:\n${link}\nאם הדבר לא מוכר לך, אפשר להתעלם מההודעה: דבר לא יקרה.`,
    proofSubject: 'קוד האישור שלך ל־Plantroom',
    proof: (code) =>
      `הקוד שלך הוא ${code}. יש להקליד אותו במקום שבו התבקש, תוך 10 דקות. אם לא ביקשת אותו, אפשר להתעלם מההודעה.`,
    phoneSubject: 'מספר הטלפון שלך ב־Plantroom שונה',
    phone:
      'מספר הטלפון של החשבון שלך ב־Plantroom שונה. אם לא שינית אותו, יש לבחור סיסמה חדשה ולהודיע למנהל.',
  },
  ar: {
    otpSubject: 'رمز Plantroom الخاص بك',
    otp: (code) => `رمزك هو ${code}. وهو صالح لمدة 10 دقائق. إذا لم تطلبه فتجاهل هذه الرسالة.`,
    resetSubject: 'اختيار كلمة مرور جديدة لـ Plantroom',
    reset: (link) =>
      `اختر كلمة مرور جديدة هنا خلال ساعة واحدة:\n${link}\nإذا لم تطلب ذلك فتجاهل هذه الرسالة.`,
    invitationSubject: (company) => `دعوة إلى ${company} على Plantroom`,
    invitation: ({ company, by, link }) =>
      `يدعوك ${by} إلى ${company} على Plantroom. اقبل الدعوة أو ارفضها هنا خلال أسبوع:\n${link}\nإذا كنت لا تعرف شيئًا عن هذا فتجاهل الرسالة، ولن يحدث شيء.`,
    addressSubject: 'تم تغيير عنوان دخولك إلى Plantroom',
    address: (present) => `غيّر مسؤول في شركتك عنوان دخولك إلى ${present}. إذا كان هذا خطأ فأخبره.`,
    addressAskedSubject: 'طُلب تغيير عنوان دخولك إلى Plantroom',
    addressAsked: (wanted) =>
      `يريد مسؤول في شركتك أن تدخل بالعنوان ${wanted}. لن يتغير شيء حتى يؤكده صاحب ذلك العنوان. إذا كان هذا خطأ فأخبره الآن.`,
    confirmAddressSubject: 'تأكيد عنوانك الجديد في Plantroom',
    confirmAddress: ({ company, by, link }) =>
      `يريد ${by} من ${company} أن تدخل إلى Plantroom بهذا العنوان. اختر كلمة مرور هنا خلال أسبوع، وسيسري العنوان منذ ذلك الحين:\n${link}\nإذا كنت لا تعرف شيئًا عن هذا فتجاهل الرسالة، ولن يحدث شيء.`,
    proofSubject: 'رمز التأكيد الخاص بك في Plantroom',
    proof: (code) =>
      `رمزك هو ${code}. اكتبه حيث طلبته خلال 10 دقائق. إذا لم تطلبه فتجاهل هذه الرسالة.`,
    phoneSubject: 'تم تغيير هاتفك في Plantroom',
    phone:
      'تم تغيير رقم هاتف حسابك في Plantroom. إذا لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة وأخبر المسؤول.',
  },
  ru: {
    otpSubject: 'Ваш код Plantroom',
    otp: (code) =>
      `Ваш код: ${code}. Он действует 10 минут. Если вы его не запрашивали, не обращайте внимания на это сообщение.`,
    resetSubject: 'Новый пароль Plantroom',
    reset: (link) =>
      `Задайте новый пароль по этой ссылке в течение часа:\n${link}\nЕсли вы этого не запрашивали, не обращайте внимания на это сообщение.`,
    invitationSubject: (company) => `Вас пригласили в ${company} на Plantroom`,
    invitation: ({ company, by, link }) =>
      `${by} приглашает вас в ${company} на Plantroom. Примите или отклоните приглашение по этой ссылке в течение недели:\n${link}\nЕсли вы об этом не знаете, не обращайте внимания на это сообщение: ничего не произойдёт.`,
    addressSubject: 'Ваш адрес для входа в Plantroom изменён',
    address: (present) =>
      `Администратор вашей компании изменил ваш адрес для входа на ${present}. Если это ошибка, сообщите ему.`,
    addressAskedSubject: 'Запрошена смена вашего адреса в Plantroom',
    addressAsked: (wanted) =>
      `Администратор вашей компании хочет, чтобы вы входили с адресом ${wanted}. Ничего не изменится, пока владелец этого адреса не подтвердит его. Если это ошибка, сообщите ему сейчас.`,
    confirmAddressSubject: 'Подтвердите новый адрес в Plantroom',
    confirmAddress: ({ company, by, link }) =>
      `${by} (${company}) хочет, чтобы вы входили в Plantroom с этим адресом. Задайте пароль по этой ссылке в течение недели, и адрес начнёт действовать:\n${link}\nЕсли вы об этом не знаете, не обращайте внимания на это сообщение: ничего не произойдёт.`,
    proofSubject: 'Ваш код подтверждения Plantroom',
    proof: (code) =>
      `Ваш код: ${code}. Введите его там, где вы его запросили, в течение 10 минут. Если вы его не запрашивали, не обращайте внимания на это сообщение.`,
    phoneSubject: 'Ваш телефон в Plantroom изменён',
    phone:
      'Номер телефона вашей учётной записи Plantroom изменён. Если это были не вы, задайте новый пароль и сообщите администратору.',
  },
  cs: {
    otpSubject: 'Váš kód pro Plantroom',
    otp: (code) =>
      `Váš kód je ${code}. Platí 10 minut. Pokud jste o něj nežádali, zprávu ignorujte.`,
    resetSubject: 'Nové heslo pro Plantroom',
    reset: (link) =>
      `Nové heslo si zvolte zde, do jedné hodiny:\n${link}\nPokud jste o to nežádali, zprávu ignorujte.`,
    invitationSubject: (company) => `Pozvánka do ${company} v aplikaci Plantroom`,
    invitation: ({ company, by, link }) =>
      `${by} vás zve do ${company} v aplikaci Plantroom. Pozvání přijměte nebo odmítněte zde, do týdne:\n${link}\nPokud o tom nevíte, zprávu nechte být: nic se nestane.`,
    addressSubject: 'Vaše přihlašovací adresa do Plantroom byla změněna',
    address: (present) =>
      `Správce vaší společnosti změnil vaši přihlašovací adresu na ${present}. Pokud je to omyl, sdělte mu to.`,
    addressAskedSubject: 'Byla vyžádána změna vaší adresy v Plantroom',
    addressAsked: (wanted) =>
      `Správce vaší společnosti chce, abyste se přihlašovali adresou ${wanted}. Nic se nezmění, dokud ji její vlastník nepotvrdí. Pokud je to omyl, sdělte mu to hned.`,
    confirmAddressSubject: 'Potvrďte svou novou adresu v Plantroom',
    confirmAddress: ({ company, by, link }) =>
      `${by} (${company}) chce, abyste se do Plantroom přihlašovali touto adresou. Do jednoho týdne si zde zvolte heslo a adresa začne platit:\n${link}\nPokud o tom nevíte, zprávu ignorujte: nic se nestane.`,
    proofSubject: 'Váš potvrzovací kód pro Plantroom',
    proof: (code) =>
      `Váš kód je ${code}. Zadejte ho tam, kde jste o něj požádali, do 10 minut. Pokud jste o něj nežádali, zprávu ignorujte.`,
    phoneSubject: 'Váš telefon v Plantroom byl změněn',
    phone:
      'Telefonní číslo vašeho účtu Plantroom bylo změněno. Pokud jste to nebyli vy, zvolte si nové heslo a sdělte to správci.',
  },
  sk: {
    otpSubject: 'Váš kód pre Plantroom',
    otp: (code) => `Váš kód je ${code}. Platí 10 minút. Ak ste oň nežiadali, správu ignorujte.`,
    resetSubject: 'Nové heslo pre Plantroom',
    reset: (link) =>
      `Nové heslo si zvoľte tu, do jednej hodiny:\n${link}\nAk ste o to nežiadali, správu ignorujte.`,
    invitationSubject: (company) => `Pozvánka do ${company} v aplikácii Plantroom`,
    invitation: ({ company, by, link }) =>
      `${by} vás pozýva do ${company} v aplikácii Plantroom. Pozvanie prijmite alebo odmietnite tu, do týždňa:\n${link}\nAk o tom neviete, správu nechajte tak: nič sa nestane.`,
    addressSubject: 'Vaša prihlasovacia adresa do Plantroom bola zmenená',
    address: (present) =>
      `Správca vašej spoločnosti zmenil vašu prihlasovaciu adresu na ${present}. Ak je to omyl, povedzte mu to.`,
    addressAskedSubject: 'Bola vyžiadaná zmena vašej adresy v Plantroom',
    addressAsked: (wanted) =>
      `Správca vašej spoločnosti chce, aby ste sa prihlasovali adresou ${wanted}. Nič sa nezmení, kým ju jej vlastník nepotvrdí. Ak je to omyl, povedzte mu to hneď.`,
    confirmAddressSubject: 'Potvrďte svoju novú adresu v Plantroom',
    confirmAddress: ({ company, by, link }) =>
      `${by} (${company}) chce, aby ste sa do Plantroom prihlasovali touto adresou. Do jedného týždňa si tu zvoľte heslo a adresa začne platiť:\n${link}\nAk o tom neviete, správu ignorujte: nič sa nestane.`,
    proofSubject: 'Váš potvrdzovací kód pre Plantroom',
    proof: (code) =>
      `Váš kód je ${code}. Zadajte ho tam, kde ste oň požiadali, do 10 minút. Ak ste oň nežiadali, správu ignorujte.`,
    phoneSubject: 'Váš telefón v Plantroom bol zmenený',
    phone:
      'Telefónne číslo vášho účtu Plantroom bolo zmenené. Ak ste to neboli vy, zvoľte si nové heslo a povedzte to správcovi.',
  },
}

export const otpMessage = (language: Language, code: string) => ({
  subject: words[language].otpSubject,
  text: words[language].otp(code),
})
export const resetMessage = (language: Language, link: string) => ({
  subject: words[language].resetSubject,
  text: words[language].reset(link),
})
export const invitationMessage = (language: Language, facts: Invitation) => ({
  subject: words[language].invitationSubject(facts.company),
  text: words[language].invitation(facts),
})
export const addressMessage = (language: Language, present: string) => ({
  subject: words[language].addressSubject,
  text: words[language].address(present),
})
export const emailChangeMessage = (language: Language, wanted: string) => ({
  subject: words[language].addressAskedSubject,
  text: words[language].addressAsked(wanted),
})
export const confirmAddressMessage = (language: Language, facts: Invitation) => ({
  subject: words[language].confirmAddressSubject,
  text: words[language].confirmAddress(facts),
})
export const proofMessage = (language: Language, code: string) => ({
  subject: words[language].proofSubject,
  text: words[language].proof(code),
})
export const phoneMessage = (language: Language) => ({
  subject: words[language].phoneSubject,
  text: words[language].phone,
})
