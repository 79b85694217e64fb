import { refuse } from '../../../schema/tool-error.ts'
import { readHost, UrlError } from '../../../shared/python/url.ts'

/** What `read` takes from the parameter `url`. Throws a `ToolError` where its host is invalid. */
export function readUrl<T>(url: string, read: (url: string) => T): T {
  try {
    return read(url)
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    refuse('url', `has no valid host: ${error.message}`)
  }
}

/** Host of the parameter `url`, without user, port and brackets, lower case; empty where it has none. */
export const readHostOfUrl = (url: string): string => readUrl(url, readHost)
