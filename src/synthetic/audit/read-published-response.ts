import { readModelAnswer } from '../../models/read-answer.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { Observed } from './observed.ts'

const labelled = (text: string, label: string): string | undefined =>
  new RegExp(`^\\W*${label}\\W*?:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim()

const none = (text: string | undefined): string | null =>
  text === undefined || text === '' || /^(?:null|none)\.?$/i.test(text) ? null : text

/** What stands behind a label on a line of its own, to the end or to another such label. */
function blockAfter(text: string, label: string): string | undefined {
  const found = new RegExp(`^\\W*${label}\\W*?:`, 'im').exec(text)
  if (found === null) return undefined
  return text
    .slice(found.index + found[0].length)
    .replace(/^Explanation:.*$/ims, '')
    .trim()
}

/** The JSON in a text, bare, fenced or within prose; the text itself where there is none. */
function outputIn(text: string): Json {
  if (none(text) === null) return null
  const { value } = readModelAnswer({ content: text })
  if (value === undefined) return text
  const json: unknown = value
  if (!isObject(json)) return text
  const returned = json.return_data ?? json['Return Data']
  return returned === undefined ? json : returned
}

const CODE = /\d{3}/

/**
 * Reads a response in the form of the published logs: `Status`, `Status Code` and `Error Message`, a line each, then
 * `Tool call response:` and JSON with the returned data; or, of a simulator of one stage, `Status Code`, `Response`
 * and `Explanation`. Throws a {@link TracewrightError} where it finds no status.
 */
export function readPublishedResponse(text: string): Observed {
  const code = Number(CODE.exec(labelled(text, 'Status Code') ?? '')?.[0] ?? Number.NaN)
  const said = labelled(text, 'Status')?.toUpperCase()
  const status = said?.startsWith('PASS') ? 'PASS' : said?.startsWith('FAIL') ? 'FAIL' : undefined
  const isOneStage = status === undefined && Number.isFinite(code)
  if (status === undefined && !isOneStage)
    throw new TracewrightError(
      'Failed to read a response: it has no status. Give the lines "Status:", "Status Code:" and "Error Message:".',
    )
  const settled = status ?? (code >= 200 && code < 300 ? 'PASS' : 'FAIL')
  const block = blockAfter(text, isOneStage ? 'Response' : 'Tool call response')
  const output = block === undefined ? undefined : outputIn(block)
  const message = none(isOneStage ? undefined : labelled(text, 'Error Message'))
  const told = isOneStage && settled === 'FAIL' ? (block ?? null) : message
  return {
    status: settled,
    code: Number.isFinite(code) ? code : settled === 'PASS' ? 200 : 400,
    message: told,
    ...(settled === 'FAIL'
      ? { output: isOneStage ? null : (output ?? null) }
      : output === undefined
        ? {}
        : { output }),
  }
}
