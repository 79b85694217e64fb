/**
 * Keys and tokens that are known by their shape. A pattern must not fail at the end of an unlimited run: a text that
 * repeats its beginning would take quadratic time. So it takes the whole run, captures it, and {@link isSecret} judges what was taken.
 */
const SHAPES: readonly RegExp[] = [
  /(?<=\b(?:[Bb]earer|BEARER)\s{1,4})[\w.~+/-]{6,}=*/,
  /(?<=\b(?:[Bb]asic|BASIC)\s{1,4})([A-Za-z0-9+/]{8,}=*)/,
  /(?<=:\/\/)[^/?#\s@:"]*:[^/?#\s"]+(?=@)/,
  /(?<=\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,}/,
  /(?<=\bdiscord(?:app)?\.com\/api\/webhooks\/)[\w/-]{8,}/,
  /(\b(?:(?:sk|pk|rk)[-_]|(?:glpat|pplx|pypi|tvly|xapp)-)[\w-]{8,})/,
  /(\beyJ[\w-]{4,}(?:\.[\w-]{4,}\.[\w-]*)?)/,
  /\b(?:gh[pousr]|gsk|hf|npm|r8)_[A-Za-z0-9]{16,}/,
  /\b(?:do[opr]_v1|github_pat|lsv2_[a-z]{2}|shp(?:at|ca|pa|ss)|whsec)_\w{8,}/,
  /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bSG\.[\w-]{16,64}\.[\w-]{16,}/,
  /\bxox[abeoprs]-[\w-]{8,}/,
  /\bya29\.(?:[a-z]\.)?[\w-]{16,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/,
]

/** All shapes in one pattern, so that a text is passed over once. */
const ANY_SHAPE = new RegExp(SHAPES.map(({ source }) => source).join('|'), 'g')

/** A name and a password with a colon between: a plain word that follows "basic" decodes to something else. */
const isCredentials = (base64: string): boolean =>
  /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(base64, 'base64').toString('utf8'))

/** Judges a match by what was captured of it; a shape that captures nothing is certain. */
function isSecret(basic?: string, drawn?: string, jwt?: string): boolean {
  if (basic !== undefined) return isCredentials(basic)
  // A name such as `sk-learn-pipeline` has neither a digit nor so long a word.
  if (drawn !== undefined) return /\d|[A-Za-z]{20}/.test(drawn)
  return jwt?.includes('.') ?? true
}

/** A text with each key and token in it replaced. */
export const shapesMasked = (text: string, mask: (found: string) => string): string =>
  text.replace(ANY_SHAPE, (found: string, basic?: string, drawn?: string, jwt?: string) =>
    isSecret(basic, drawn, jwt) ? mask(found) : found,
  )

export function shapesIn(text: string): string[] {
  const found: string[] = []
  shapesMasked(text, (key) => {
    found.push(key)
    return key
  })
  return found
}

/** Whether a text may hold a key or a token; false is sure. */
export const mayHoldShape = (text: string): boolean => text.search(ANY_SHAPE) >= 0

/** An id of a key of AWS; the secret that goes with it has no shape of its own. */
const AWS_ID = /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/
const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g

/** Whether a secret of AWS may stand beside what a text holds. */
export const holdsAwsId = (text: string): boolean => AWS_ID.test(text)

export const awsSecretsMasked = (text: string, mask: () => string): string =>
  text.replace(AWS_SECRET, (found) => (/[a-z]/.test(found) && /[A-Z]/.test(found) ? mask() : found))
