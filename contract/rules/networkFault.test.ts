import { expect, it } from 'vitest'
import { readNetworkFault } from './networkFault.ts'

it.each([
  ['connect ECONNREFUSED 127.0.0.1:9', 'refused'],
  ['getaddrinfo ENOTFOUND erp.example', 'unknownHost'],
  ['getaddrinfo EAI_AGAIN erp.example', 'lookup'],
  ['connect ETIMEDOUT 192.0.2.1:443', 'timeout'],
  ['Greeting never received (ETIMEDOUT)', 'timeout'],
  ['connect EHOSTUNREACH 192.0.2.1:443', 'unreachable'],
  ['socket hang up (ECONNRESET)', 'ended'],
  ['the connection ended', 'ended'],
  ['certificate has expired (CERT_HAS_EXPIRED)', 'certificateExpired'],
  ['self-signed certificate', 'certificateUntrusted'],
  ['unable to verify the first certificate', 'certificateUntrusted'],
  [
    "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames: DNS:b",
    'certificateName',
  ],
  ['write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'tls'],
  ['Parse Error: Expected HTTP/ (HPE_INVALID_CONSTANT)', 'notHttp'],
  ['Invalid login: 535 5.7.8 authentication failed (EAUTH)', 'login'],
  ['Connection refused: Not authorized', 'login'],
  ["Can't send mail - all recipients were rejected: 550 5.1.1 (EENVELOPE)", 'rejected'],
  ['something of its own', 'other'],
] as const)('the network error %s is said as %s, with its text as the detail', (text, fault) =>
  expect(readNetworkFault(text)).toEqual({ fault, detail: text }),
)

it.each([
  [302, 'redirect'],
  [400, 'rejected'],
  [401, 'notPermitted'],
  [403, 'notPermitted'],
  [404, 'missing'],
  [429, 'tooMany'],
  [503, 'serverFault'],
] as const)('an answer with the status %i is said as %s', (status, fault) =>
  expect(readNetworkFault(`Answered ${status}`)).toEqual({ fault, detail: `HTTP ${status}` }),
)
