import { TracewrightError } from '../shared/errors.ts'

/** Codes of Node and undici for a connection that never came about. */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

/** Thrown where no connection to the server of a model comes about, however often it is tried. */
export class ModelUnreachable extends TracewrightError {
  override readonly name = 'ModelUnreachable'
}

/** The system's own words, which name the address; clients wrap them more than once. */
function connectionProblem(error: unknown, depth = 6): string | undefined {
  if (depth === 0 || typeof error !== 'object' || error === null) return undefined
  const several: unknown = Reflect.get(error, 'errors')
  const [first]: unknown[] = Array.isArray(several) ? several : []
  const cause: unknown = Reflect.get(error, 'cause') ?? first
  const inner = connectionProblem(cause, depth - 1)
  const [code, message] = [Reflect.get(error, 'code'), Reflect.get(error, 'message')].map(String)
  if (inner !== undefined) return inner
  if (NO_CONNECTION.test(code ?? '')) return message || code
  // What `fetch` refuses by itself, such as a port that it blocks, has no code.
  return message === 'fetch failed' && Reflect.get(Object(cause), 'code') === undefined
    ? String(Reflect.get(Object(cause), 'message') ?? message)
    : undefined
}

/** Waits for a request to a model; an error of the connection says which server does not answer. */
export async function namingServer<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    const problem = connectionProblem(error)
    if (problem === undefined) throw error
    throw new ModelUnreachable(
      `the server of the model does not answer (${problem}); start it, or correct its address`,
      { cause: error },
    )
  }
}
