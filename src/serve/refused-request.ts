/** Codes of refusals, by their HTTP status. */
const CODES = {
  400: 'invalid_argument',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  500: 'internal',
  503: 'unavailable',
} as const
type RefusalStatus = keyof typeof CODES

/** A request that is not answered as it asks. Told to the caller in the form that refusals of tools have. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly status: RefusalStatus
  readonly parameter: string | undefined

  constructor(status: RefusalStatus, message: string, parameter?: string) {
    super(message)
    this.status = status
    this.parameter = parameter
  }

  get body(): { error: { code: string; message: string; parameter?: string } } {
    const { message, parameter } = this
    const error = { code: CODES[this.status], message }
    return { error: parameter === undefined ? error : { ...error, parameter } }
  }
}
