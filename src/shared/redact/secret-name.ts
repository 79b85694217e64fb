import { nameWords } from '../english.ts'
import { memoizeByString } from '../memoize.ts'

/** Names of headers and of parts of a query whose values are secrets. */
const SECRET_NAME =
  /(?:^|_)(?:password|passwd|pwd|passphrase|secret|api_?key|apikey|auth|authorization|credentials?|cookie|private_key|access_key|subscription_key|signature|sig|jwt|bearer|session|session_id|sid|csrf|xsrf|token|secret_key|client_key|otp|totp|passcode|pin|pin_code|cvv|cvv2|cvc|security_code|card_number)$/

/** `pass` may also be what a test or a traveller has. */
const PASS = /^(?:(?:user|login|db|database|smtp|imap|mail|ftp|admin|root|redis|proxy)_)?pass$/

/** Whether a field, header or part of a query holds a secret by its name; a token that turns pages is none. */
export const isSecretName = memoizeByString(2000, (name): boolean => {
  const words = nameWords(name).join('_')
  return (
    (SECRET_NAME.test(words) || PASS.test(words)) &&
    !/(?:^|_)(?:next|page|previous|prev|continuation|cursor|sync)_/.test(words)
  )
})

/** Words that name a secret at the end of one of the words of a variable, such as `OPENAI_APIKEY`. */
const SECRET_VARIABLE =
  /(?:KEY|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?|PWD|PAT|DSN|CREDENTIAL|AUTH(?:ORIZATION)?|PRIVATE|CONNECTION_STRING)S?\d*(?:_|$)/

/** What is meant to be seen, and the folder that a shell is in. */
const PUBLIC_VARIABLE = /(?:^|_)(?:PUBLISHABLE|PUBLIC|KEYBOARD|KEY_ID)(?:_|$)|^(?:OLD)?PWD$/

export const isSecretVariable = memoizeByString(2000, (name): boolean => {
  const words = nameWords(name).join('_').toUpperCase()
  return SECRET_VARIABLE.test(words) && !PUBLIC_VARIABLE.test(words)
})
