/** Some push services refuse a contact (RFC 8292) that nobody else can reach. */
export const isLocalContact = (contact: string): boolean =>
  /@localhost$|^https:\/\/localhost\b/.test(contact)
