/**
 * A certificate of the push service of the tests alone, for push.sample.test and
 * other.sample.test. Valid for a hundred years.
 */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBvzCCAWWgAwIBAgIUS3Iq70xRdzbc9g2kLo5QLYUyDm0wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcHVzaC5zYW1wbGUudGVzdDAgFw0yNjEyMDEwMzE4MzFaGA8y
MTI2MTEwNzAzMTgzMVowGzEZMBcGA1UEAwwQcHVzaC5zYW1wbGUudGVzdDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABL5GXYFumqwVqWhn80TnhlHU8JHj6O4lC77Z
sTmiJoBJp+jWIYX1ABMrvmRqiHF0C/YYqWFO5NYgrwzx67sN1x2jgYQwgYEwHQYD
VR0OBBYEFOxpvlXjLSTfqPY7ZRY6snm8LazOMB8GA1UdIwQYMBaAFOxpvlXjLSTf
qPY7ZRY6snm8LazOMA8GA1UdEwEB/wQFMAMBAf8wLgYDVR0RBCcwJYIQcHVzaC5z
YW1wbGUudGVzdIIRb3RoZXIuc2FtcGxlLnRlc3QwCgYIKoZIzj0EAwIDSAAwRQIg
GDujcxVbqmubgh3qaJXRiJl+iNAevKYCAtav2gHXcYQCIQDsA2YfOMQy/+CQUaK5
dCIQdEaAcGkrDc/8CzsvElX/EQ==
-----END CERTIFICATE-----
`

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgh2U+a7axP/DOiu50
Oy7diUmp/q/dAKHgJmBMT/a+ft+hRANCAAS+Rl2BbpqsFaloZ/NE54ZR1PCR4+ju
JQu+2bE5oiaASafo1iGF9QATK75kaohxdAv2GKlhTuTWIK8M8eu7Ddcd
-----END PRIVATE KEY-----
`
