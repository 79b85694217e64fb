import { computeSha256 } from '../digest.ts'
import { dumpPythonJson, type PyJson } from './json.ts'

/** SHA-256, in hex, of the Python JSON text of the parts; nested object keys sorted. */
export const digest = (...parts: PyJson[]): string => computeSha256(dumpPythonJson(parts, true))

/** The published id scheme: prefix, underscore and 12 hex digits of the digest of `[prefix, fields]`. */
export const computePublishedId = (prefix: string, fields: { [key: string]: PyJson }): string =>
  `${prefix}_${digest(prefix, fields).slice(0, 12)}`
