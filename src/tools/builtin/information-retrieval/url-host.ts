import { refuse } from '../../../schema/tool-error.ts'
import { hostOf, UrlError } from '../../../shared/python/url.ts'

/** Host of the parameter `url`, without user, port and brackets, lower case; empty where it has none. */
export function hostOfUrl(url: string): string {
  try {
    return hostOf(url)
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    refuse('url', `has no valid host: ${error.message}`)
  }
}
