import { splitUrl } from '../../../shared/python/url.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'
import { readUrl } from '../information-retrieval/url-host.ts'

/** Schemes whose paths may end in parameters, `/path;parameters`; those are dropped. */
const WITH_PARAMETERS = new Set(tables.schemes_with_parameters)

function removeParameters(path: string): string {
  const semicolon = path.indexOf(';', Math.max(path.lastIndexOf('/'), 0))
  return semicolon < 0 ? path : path.slice(0, semicolon)
}

export const urlParse = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ url: z.string() }),
  output: (z) => ({
    scheme: z.string(),
    host: z.string(),
    path: z.string(),
    query: z.string(),
    fragment: z.string(),
  }),
  run({ url }) {
    const { scheme, authority, path, query, fragment } = readUrl(url, splitUrl)
    return {
      scheme,
      host: authority,
      path: WITH_PARAMETERS.has(scheme) ? removeParameters(path) : path,
      query,
      fragment,
    }
  },
})
