import { refuse } from '../../../schema/tool-error.ts'
import { loadJson, toPyJson } from '../../../shared/python/json-reader.ts'
import { formatPythonStr } from '../../../shared/python/repr.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { encodePercent } from '../text-processing/patterns.ts'

/** Percent-encodes as forms do: blanks become plus signs. */
const encode = (text: string): string => encodePercent(text).replaceAll('%20', '+')

function buildQuery(params: string): string {
  const decoded = loadJson(params)
  // Text that is not JSON counts as no parameters at all.
  if (decoded === undefined || decoded === '' || (Array.isArray(decoded) && decoded.length === 0)) return ''
  if (!(decoded instanceof Map)) {
    refuse('params', 'must be the text of a JSON object, for example {"page": 2}')
  }
  try {
    return [...decoded]
      .map(([key, value]) => `${encode(key)}=${encode(formatPythonStr(toPyJson(value)))}`)
      .join('&')
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    refuse('params', 'holds half of a surrogate pair, which no URL can carry')
  }
}

function trimTrailingSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(0, end)
}

export const generateUrl = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ base: z.string(), path: z.string(), params: z.string() }),
  output: (z) => ({ url: z.string() }),
  run({ base, path, params }) {
    const query = buildQuery(params)
    const separator = path === '' || path.startsWith('/') ? '' : '/'
    return {
      url: `${trimTrailingSlashes(base)}${separator}${path}${query === '' ? '' : `?${query}`}`,
    }
  },
})
