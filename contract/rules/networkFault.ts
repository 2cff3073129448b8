/** What failed between two servers, found by codes and messages of Node.js, OpenSSL, SMTP and MQTT. */
const patterns = {
  login: /EAUTH|\b535\b|bad user ?name|not authori[sz]ed/i,
  certificateExpired: /CERT_HAS_EXPIRED|certificate has expired/i,
  certificateName: /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate/i,
  certificateUntrusted:
    /SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:UNTRUSTED|REVOKED|REJECTED)|self-signed certificate|unable to (?:verify|get)\b.*certificate/i,
  refused: /ECONNREFUSED/,
  lookup: /EAI_AGAIN|ESERVFAIL/,
  unknownHost: /ENOTFOUND|EDNS|ENODATA/,
  timeout: /ETIMEDOUT|ETIMEOUT|ESOCKETTIMEDOUT|TimeoutError|timed? ?out|Greeting never received/i,
  unreachable: /EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL/,
  tls: /EPROTO|ERR_SSL|ERR_TLS|ETLS|SSL routines|TLS connection|wrong version number/i,
  notHttp: /HPE_|Parse Error/,
  rejected: /EENVELOPE|EMESSAGE|\brejected\b|refuses the subscription/,
  ended:
    /ECONNRESET|EPIPE|ECONNABORTED|socket hang up|socket close|connection (?:ended|closed)|closes the connection/i,
}
const answered = /^Answered (\d{3})$/

export type NetworkFault =
  | keyof typeof patterns
  | 'redirect'
  | 'notPermitted'
  | 'missing'
  | 'tooMany'
  | 'serverFault'
  | 'other'

/** The kind of a failure, and the text of the system about it. */
export function readNetworkFault(text: string): { fault: NetworkFault; detail: string } {
  const status = answered.exec(text)?.[1]
  if (status !== undefined)
    return { fault: faultOfStatus(Number(status)), detail: `HTTP ${status}` }
  const [found] = Object.entries(patterns).find(([, pattern]) => pattern.test(text)) ?? []
  return { fault: (found ?? 'other') as NetworkFault, detail: text } // a key of `patterns`
}

function faultOfStatus(status: number): NetworkFault {
  if (status === 401 || status === 403 || status === 407) return 'notPermitted'
  if (status === 404 || status === 410) return 'missing'
  if (status === 429) return 'tooMany'
  if (status >= 500) return 'serverFault'
  return status >= 400 ? 'rejected' : status >= 300 ? 'redirect' : 'other'
}
