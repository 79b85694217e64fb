import { TracewrightError } from '../shared/errors.ts'

/** Codes of Node and undici for a connection that never came about. */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

/** Thrown where no connection to the server of a model comes about, however often it is tried. */
export class ModelUnreachable extends TracewrightError {
  override readonly name = 'ModelUnreachable'
}

interface ConnectionCause {
  code?: unknown
  message?: unknown
}

/** An error and what caused it, outermost first: clients wrap what the system said more than once. */
export function listCauses(error: unknown, depth = 6): ConnectionCause[] {
  if (depth === 0 || typeof error !== 'object' || error === null) return []
  const several: unknown = Reflect.get(error, 'errors')
  const [first]: unknown[] = Array.isArray(several) ? several : []
  return [error, ...listCauses(Reflect.get(error, 'cause') ?? first, depth - 1)]
}

/** The system's own words, which name the address. */
function describeConnectionProblem(error: unknown): string | undefined {
  const causes = listCauses(error)
  for (const [i, { code, message }] of [...causes.entries()].reverse()) {
    if (NO_CONNECTION.test(String(code))) return String(message || code)
    // What `fetch` refuses by itself, such as a port that it blocks, has no code.
    const cause = causes[i + 1]
    if (message === 'fetch failed' && cause?.code === undefined) return String(cause?.message ?? message)
  }
  return undefined
}

/** Waits for a request to a model; an error of the connection says which server does not answer. */
export async function nameServerOnFailure<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    const problem = describeConnectionProblem(error)
    if (problem === undefined) throw error
    throw new ModelUnreachable(
      `the server of the model does not answer (${problem}); start it, or correct its address`,
      { cause: error },
    )
  }
}
