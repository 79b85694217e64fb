import { InvalidArgumentError, Option } from 'commander'
import { messageOf } from '../shared/errors.ts'

/** A name, or a pattern that is written as one: `/secret-\d+/i`. */
function redactOf(text: string): string | RegExp {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? []
  if (source === undefined) return text
  try {
    return new RegExp(source, flags)
  } catch (error) {
    throw new InvalidArgumentError(`${messageOf(error)}.`)
  }
}

/** `--redact`: names of fields and patterns of texts that are masked as well. */
export const redactOption = (): Option =>
  new Option('--redact <name>', 'mask fields of this name, or texts that fit /a pattern/; may be repeated')
    .argParser<(string | RegExp)[]>((text, before) => [...before, redactOf(text)])
    .default([], 'what is known to be secret')
