/** Names of headers and of parts of a query whose values are secrets. */
const SECRET_NAME =
  /(?:^|_)(?:password|passwd|pwd|passphrase|secret|api_?key|apikey|auth|authorization|credentials?|cookie|private_key|access_key|subscription_key|signature|sig|jwt|bearer|session|session_id|sid|csrf|xsrf|token|secret_key|client_key|otp|totp|passcode|pin|pin_code|cvv|cvv2|cvc|security_code|card_number)$/

/** `pass` may also be what a test or a traveller has. */
const PASS = /^(?:(?:user|login|db|database|smtp|imap|mail|ftp|admin|root|redis|proxy)_)?pass$/

/** A name in small letters with underscores: `X-Api-Key` and `xApiKey` are `x_api_key`. */
const plain = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

/** Whether a field, header or part of a query holds a secret by its name; a token that turns pages is none. */
export const isSecretName = (name: string): boolean =>
  (SECRET_NAME.test(plain(name)) || PASS.test(plain(name))) &&
  !/(?:^|_)(?:next|page|previous|prev|continuation|cursor|sync)_/.test(plain(name))
